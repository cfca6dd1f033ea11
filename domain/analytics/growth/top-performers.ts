import type { TopPerformer } from '#domain/analytics/growth/contract';
import type { Metric, Period } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

/** The totals of the catalog. */
export interface CatalogStats {
  readonly boards: number;
  readonly collaborative: number;
  readonly pinners: number;
  readonly pins: number;
  /** The day of the scores; null before the first recompute. */
  readonly scored_day: Day | null;
}

/** The precomputed top performers of every metric and period. */
export abstract class TopPerformers {
  /** The first entities by rank as of the last full recompute, without those deleted since. */
  abstract listTop(entity: EntityType, metric: Metric, period: Period, limit: number): Promise<readonly TopPerformer[]>;

  /** The mean score of all entities that have one; null when there is none. */
  abstract averageScore(entity: EntityType, metric: Metric, period: Period): Promise<number | null>;

  abstract catalogStats(): Promise<CatalogStats>;
}
