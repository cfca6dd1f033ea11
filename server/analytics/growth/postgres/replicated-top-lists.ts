import type { TopPerformer } from '#domain/analytics/growth/contract';
import type { CatalogStats, TopPerformers } from '#domain/analytics/growth/top-performers';
import type { Metric, Period } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { PostgresTopLists } from '#server/analytics/growth/postgres/top-lists';
import { AdapterPerPool, type CatalogReads } from '#server/database/replicas/catalog-reads';

/** The top performers, read from a replica where there is one. */
export class ReplicatedTopLists implements TopPerformers {
  readonly #topLists: AdapterPerPool<PostgresTopLists>;

  constructor(reads: CatalogReads) {
    this.#topLists = new AdapterPerPool(reads, (pool) => new PostgresTopLists({ pool }));
  }

  listTop(entity: EntityType, metric: Metric, period: Period, limit: number): Promise<readonly TopPerformer[]> {
    return this.#topLists.read((topLists) => topLists.listTop(entity, metric, period, limit));
  }

  averageScore(entity: EntityType, metric: Metric, period: Period): Promise<number | null> {
    return this.#topLists.read((topLists) => topLists.averageScore(entity, metric, period));
  }

  catalogStats(): Promise<CatalogStats> {
    return this.#topLists.read((topLists) => topLists.catalogStats());
  }
}
