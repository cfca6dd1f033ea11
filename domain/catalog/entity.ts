import type { Metric, Period } from '#domain/catalog/metrics';

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

export type Trend = 'rising' | 'flat' | 'falling';

/** From least to most confident; the index is what is stored. */
export const confidences = ['low', 'medium', 'high'] as const;
export type Confidence = (typeof confidences)[number];

/**
 * What the momentum calculation noticed about a series. The first five name points that were set aside, `confirmed_step` marks a rise of
 * ten times or more within a week that lasted, and the last three say why there is no score. The index is the bit in a stored mask:
 * append only.
 */
export const momentumFlags = [
  'zero_dropout',
  'unconfirmed_zero',
  'outlier',
  'unconfirmed_jump',
  'unconfirmed_start',
  'confirmed_step',
  'insufficient',
  'stale',
  'all_zero',
] as const;
export type MomentumFlag = (typeof momentumFlags)[number];

/** The momentum of one metric over one period. Without a score, the flags say why. */
export interface Momentum {
  /** 0 to 100 with one decimal; 50 is a pace of +10 % in 30 days. */
  readonly score: number | null;
  /** Signed log growth per 30 days: the sort key. */
  readonly raw: number | null;
  /** The spec's growth between the cleaned ends of the window. */
  readonly growth_percent: number | null;
  readonly trend: Trend | null;
  readonly confidence: Confidence;
  /** Observed share of the period, 0 to 1. */
  readonly coverage: number;
  /** Longest time without a crawl inside the period, in days. */
  readonly largest_gap: number;
  /** Days with a value that the score is based on. */
  readonly points: number;
  readonly flags: readonly MomentumFlag[];
}

/** The momentum of one metric over one period with its rank (calculated in `domain/analytics/growth/momentum.ts`). */
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
