import type { TopPerformer } from '#domain/analytics/growth/contract';
import type { Metric, Period } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

/** What the catalogue holds. */
export interface CatalogStats {
  readonly boards: number;
  /** Boards with collaborators. */
  readonly collaborative: number;
  readonly pinners: number;
  readonly pins: number;
  /** The day the scores are of; null before the first computation. */
  readonly scored_day: Day | null;
}

/** The best performers by momentum, kept ready for every metric and period. */
export abstract class TopPerformers {
  /** The first so many by rank as of the last full computation; who is gone since is left out. */
  abstract listTop(entity: EntityType, metric: Metric, period: Period, limit: number): Promise<readonly TopPerformer[]>;

  /** The mean score of all entities that have one; null when none has. */
  abstract averageScore(entity: EntityType, metric: Metric, period: Period): Promise<number | null>;

  abstract catalogStats(): Promise<CatalogStats>;
}
