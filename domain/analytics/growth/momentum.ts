import type { Day } from '#domain/days';
import { growthPercent, roundToTenth } from '#domain/analytics/growth/growth';
import { confidences, type Momentum, type Trend } from '#domain/catalog/momentum';
import type { Metric } from '#domain/catalog/metrics';
import { removeZeroDropouts, removeOutliers } from '#domain/analytics/growth/momentum-cleaning';
import { flagBit, flagNames } from '#domain/analytics/growth/momentum-flags';
import { loadSeries, indexOfDay, ScoredSeries } from '#domain/analytics/growth/momentum-series';
import { hasConfirmedStep, observeWindow, type WindowObservation } from '#domain/analytics/growth/momentum-window';

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
export const HALF_SCORE_GROWTH = 0.1;

const HALF_SCORE_LOG_GROWTH = Math.log(1 + HALF_SCORE_GROWTH);
const MIN_TREND_LOG_GROWTH = Math.log(1.01);

/** What one measurement found, as numbers; reused, so copy what you keep. `raw` is NaN where there is no score. */
export interface Measurement extends WindowObservation {
  raw: number;
  flags: number;
  /** Place in `confidences`. */
  confidence: number;
}

/** An empty reading to measure into. */
export const newMeasurement = (): Measurement => ({
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

const cleanedSeries = new ScoredSeries();

function confidenceOf({ coverage, largestGap, points }: WindowObservation, periodDays: number): number {
  if (coverage >= 0.8 && largestGap <= Math.max(3, periodDays / 4) && points >= 4) return 2;
  return coverage >= 0.5 && points >= 3 ? 1 : 0;
}

function isAllZero({ values, length }: ScoredSeries): boolean {
  for (let index = 0; index < length; index++) if (values[index] !== 0) return false;
  return true;
}

function clearMeasurement(measurement: Measurement, flags: number, periodDays: number): void {
  measurement.raw = NaN;
  measurement.flags = flags;
  measurement.confidence = 0;
  measurement.coverage = 0;
  measurement.largestGap = periodDays;
  measurement.points = 0;
}

/** Measures a loaded series as of `today` over a period (whole days) into `reading`; `prior` is the one it was loaded with. */
export function measure(loaded: ScoredSeries, today: Day, periodDays: number, prior: number, measurement: Measurement): void {
  const from = indexOfDay(loaded, today - 2 * periodDays - 30);
  const to = indexOfDay(loaded, today + 1);
  if (from >= to) return clearMeasurement(measurement, flagBit.stale, periodDays);
  let flags = removeZeroDropouts(loaded, from, to, cleanedSeries);
  flags |= removeOutliers(cleanedSeries, periodDays);
  if (cleanedSeries.length < 2) return clearMeasurement(measurement, flags | flagBit.insufficient, periodDays);
  if (!observeWindow(cleanedSeries, today, periodDays, prior, measurement))
    return clearMeasurement(measurement, flags | flagBit.stale, periodDays);
  if (isAllZero(cleanedSeries)) return clearMeasurement(measurement, flags | flagBit.all_zero, periodDays);
  if (hasConfirmedStep(cleanedSeries, today - periodDays)) flags |= flagBit.confirmed_step;
  measurement.raw = (30 * measurement.growth) / periodDays;
  measurement.flags = flags;
  measurement.confidence = confidenceOf(measurement, periodDays);
}

/** The score of a pace (log growth per 30 days): half the way to 100 for every ten percent. */
export const momentumScore = (raw: number): number => roundToTenth(100 * (1 - 2 ** (-Math.max(0, raw) / HALF_SCORE_LOG_GROWTH)));

/** Rising or falling from one percent in 30 days on. */
export const trendOf = (raw: number): Trend => (raw >= MIN_TREND_LOG_GROWTH ? 'rising' : raw <= -MIN_TREND_LOG_GROWTH ? 'falling' : 'flat');

const loadedSeries = new ScoredSeries();
const scratchMeasurement = newMeasurement();

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
  loadSeries(loadedSeries, days, counts, length, prior);
  measure(loadedSeries, today, periodDays, prior, scratchMeasurement);
  const { raw, flags, confidence, coverage, largestGap, points, start, end } = scratchMeasurement;
  const isScored = !Number.isNaN(raw);
  return {
    score: isScored ? momentumScore(raw) : null,
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
