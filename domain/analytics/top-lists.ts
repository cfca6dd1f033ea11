import type { TopPerformer } from '#domain/analytics/growth-analytics';
import type { Metric, Period } from '#domain/analytics/metrics';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

/** What the catalogue holds. */
export interface CatalogFigures {
  readonly boards: number;
  /** Boards with collaborators. */
  readonly collaborative: number;
  readonly pinners: number;
  readonly pins: number;
  /** The day the scores are of; null before the first computation. */
  readonly scored_day: Day | null;
}

/** The best performers by momentum, kept ready for every metric and period. */
export abstract class TopLists {
  /** The first so many by rank as of the last full computation; who is gone since is left out. */
  abstract performers(entity: EntityType, metric: Metric, period: Period, most: number): Promise<readonly TopPerformer[]>;

  /** The mean score of all entities that have one; null when none has. */
  abstract average(entity: EntityType, metric: Metric, period: Period): Promise<number | null>;

  abstract figures(): Promise<CatalogFigures>;
}
