import type { Day } from '#domain/days';
import { growthPercent, tenths } from '#domain/analytics/growth';
import type { Metric } from '#domain/analytics/metrics';
import { keepSnapshots, removeOutliers } from '#domain/analytics/momentum-cleaning';
import { flagBit, flagNames, type MomentumFlag } from '#domain/analytics/momentum-flags';
import { load, placeOf, ScoredSeries } from '#domain/analytics/momentum-series';
import { hasConfirmedStep, observe, type Observed } from '#domain/analytics/momentum-window';

export type { MomentumFlag } from '#domain/analytics/momentum-flags';

export type Trend = 'rising' | 'flat' | 'falling';

/** From the least to the most; the place in the list is what is stored. */
export const confidences = ['low', 'medium', 'high'] as const;
export type Confidence = (typeof confidences)[number];

/** The momentum of one metric over one period; without a score the flags say why. */
export interface Momentum {
  /** 0 to 100 with one decimal; 50 is a pace of +10 % in 30 days. */
  readonly score: number | null;
  /** Log growth per 30 days, signed: the sort key. */
  readonly raw: number | null;
  /** The spec's growth between the cleaned ends of the window. */
  readonly growth_percent: number | null;
  readonly trend: Trend | null;
  readonly confidence: Confidence;
  /** Observed share of the period, 0 to 1. */
  readonly coverage: number;
  /** Longest time without a crawl inside the period, in days. */
  readonly largest_gap: number;
  /** Days with a value that the score rests on. */
  readonly points: number;
  readonly flags: readonly MomentumFlag[];
}

/** Imaginary followers (boards, saves …) that do not grow: at this size half of an observed growth rate is believed. */
export const priors = {
  follower_count: 500,
  collaborator_count: 10,
  pin_count: 100,
  repin_count: 50,
  saves: 50,
  profile_views: 5000,
} as const satisfies Record<Metric, number>;

/** The growth in 30 days that scores 50. */
export const HALF_POINT = 0.1;

const HALF = Math.log(1 + HALF_POINT);
const TREND = Math.log(1.01);

/** What one measurement found, as numbers; reused, so copy what you keep. `raw` is NaN where there is no score. */
export interface Reading extends Observed {
  raw: number;
  flags: number;
  /** Place in `confidences`. */
  confidence: number;
}

/** An empty reading to measure into. */
export const newReading = (): Reading => ({
  raw: NaN,
  flags: 0,
  confidence: 0,
  growth: 0,
  start: 0,
  end: 0,
  coverage: 0,
  largestGap: 0,
  points: 0,
});

const kept = new ScoredSeries();

function confidenceOf({ coverage, largestGap, points }: Observed, periodDays: number): number {
  if (coverage >= 0.8 && largestGap <= Math.max(3, periodDays / 4) && points >= 4) return 2;
  return coverage >= 0.5 && points >= 3 ? 1 : 0;
}

function isAllZero({ values, length }: ScoredSeries): boolean {
  for (let place = 0; place < length; place++) if (values[place] !== 0) return false;
  return true;
}

function unscored(reading: Reading, flags: number, periodDays: number): void {
  reading.raw = NaN;
  reading.flags = flags;
  reading.confidence = 0;
  reading.coverage = 0;
  reading.largestGap = periodDays;
  reading.points = 0;
}

/** Measures a loaded series as of `today` over a period (whole days) into `reading`; `prior` is the one it was loaded with. */
export function measure(known: ScoredSeries, today: Day, periodDays: number, prior: number, reading: Reading): void {
  const from = placeOf(known, today - 2 * periodDays - 30);
  const to = placeOf(known, today + 1);
  if (from >= to) return unscored(reading, flagBit.stale, periodDays);
  let flags = keepSnapshots(known, from, to, kept);
  flags |= removeOutliers(kept, periodDays);
  if (kept.length < 2) return unscored(reading, flags | flagBit.insufficient, periodDays);
  if (!observe(kept, today, periodDays, prior, reading)) return unscored(reading, flags | flagBit.stale, periodDays);
  if (isAllZero(kept)) return unscored(reading, flags | flagBit.all_zero, periodDays);
  if (hasConfirmedStep(kept, today - periodDays)) flags |= flagBit.confirmed_step;
  reading.raw = (30 * reading.growth) / periodDays;
  reading.flags = flags;
  reading.confidence = confidenceOf(reading, periodDays);
}

/** The score of a pace (log growth per 30 days): half the way to 100 for every ten percent. */
export const scoreOf = (raw: number): number => tenths(100 * (1 - 2 ** (-Math.max(0, raw) / HALF)));

/** Rising or falling from one percent in 30 days on. */
export const trendOf = (raw: number): Trend => (raw >= TREND ? 'rising' : raw <= -TREND ? 'falling' : 'flat');

const known = new ScoredSeries();
const scratch = newReading();

/**
 * How fast a count grows now. Snapshots come in any order: instants in days since 1970 (a fraction is the time of day) and their
 * counts; null is unknown, later than `today` is not looked at. `length` snapshots are read, `periodDays` is 7, 15, 30, 90 or 365.
 */
export function momentum(
  days: ArrayLike<number>,
  counts: ArrayLike<number | null>,
  length: number,
  today: Day,
  periodDays: number,
  prior: number,
): Momentum {
  load(known, days, counts, length, prior);
  measure(known, today, periodDays, prior, scratch);
  const { raw, flags, confidence, coverage, largestGap, points, start, end } = scratch;
  const isScored = !Number.isNaN(raw);
  return {
    score: isScored ? scoreOf(raw) : null,
    raw: isScored ? raw : null,
    growth_percent: isScored ? growthPercent(end, start) : null,
    trend: isScored ? trendOf(raw) : null,
    confidence: confidences[confidence] ?? 'low',
    coverage,
    largest_gap: largestGap,
    points,
    flags: flagNames(flags),
  };
}
