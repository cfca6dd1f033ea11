import type { Metric, Period } from '#domain/catalog/metrics';
import type { Momentum } from '#domain/analytics/growth/momentum';

/** Who made a board or a pin; what is unknown is null. */
export interface Owner {
  readonly _id: string | null;
  readonly username: string | null;
}

/** A daily series: one x per UTC day (`2026-08-23`) from the first known day to the last, y null where that day is unknown. */
export interface TimeSeries {
  readonly x: readonly string[];
  readonly y: readonly (number | null)[];
}

/** The score of one metric over one period, with what it was made from (see `domain/analytics/growth/momentum.ts`). */
export interface MomentumReading extends Omit<Momentum, 'growth_percent'> {
  readonly metric: Metric;
  readonly period: Period;
  readonly rank: number | null;
  readonly previous_rank: number | null;
}

/** Growth in percent by period; null when there was nothing to compare with. */
export type GrowthByPeriod = Partial<Record<Period, number | null>>;

/** What every detail answer carries beside the entity's own fields. */
export interface EntityAnalytics {
  /** By metric; everybody sees `90_days`, full analytics adds the other four. */
  readonly growth: Partial<Record<Metric, GrowthByPeriod>>;
  /** Only with Premium: one reading per metric and period. */
  readonly momentum?: readonly MomentumReading[];
  /** True when the series was cut to its last 90 days for want of Premium. */
  readonly history_limited: boolean;
}

/** Where a row came from and how far it can be trusted. */
export interface Provenance {
  /** The file or feed that brought it. */
  readonly source: string;
  /** Its last crawl; null for a row known only by reference. */
  readonly last_crawled_at: string | null;
  /** False when the source says it is gone. */
  readonly searchable: boolean;
}

/** A list's answer beside its rows. */
export interface Page {
  readonly total: number;
  readonly page: number;
  /** False when there are more than `total` rows: counting stopped there. */
  readonly total_is_exact: boolean;
  /** When the order was made; null when it is made at the moment of asking. */
  readonly as_of: string | null;
  /** Only with keywords. */
  readonly match?: import('#domain/catalog/catalog-search').KeywordMatch;
}
