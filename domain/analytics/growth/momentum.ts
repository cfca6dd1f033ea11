import type { Day } from '#domain/days';
import { growthPercent, roundToTenth } from '#domain/analytics/growth/growth';
import { confidences, type Momentum, type Trend } from '#domain/catalog/momentum';
import type { Metric } from '#domain/catalog/metrics';
import { removeZeroDropouts, removeOutliers } from '#domain/analytics/growth/momentum-cleaning';
import { flagBit, flagNames } from '#domain/analytics/growth/momentum-flags';
import { fillSeries, indexOfDay, ScoredSeries } from '#domain/analytics/growth/momentum-series';
import { hasConfirmedStep, observeWindow, type WindowObservation } from '#domain/analytics/growth/momentum-window';

/** What is added to every count before growth is measured. At the size of its prior, half of a count's growth rate counts. */
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

/** The result of a measurement. Instances are reused, so copy what you keep. `raw` is NaN without a score. */
export interface Measurement extends WindowObservation {
  raw: number;
  flags: number;
  /** The index in `confidences`. */
  confidence: number;
}

/** An empty measurement, to measure into. */
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

/** The readings that the last measurement kept, look-back included. The next measurement overwrites them. */
export const keptReadings = (): ScoredSeries => cleanedSeries;

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

/** Measures a loaded series as of `today` over a period of whole days. `prior` is the one that it was loaded with. */
export function measure(loaded: ScoredSeries, today: Day, periodDays: number, prior: number, measurement: Measurement): void {
  const from = indexOfDay(loaded, today - 2 * periodDays - 30);
  const to = indexOfDay(loaded, today + 1);
  cleanedSeries.length = 0;
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

/** The score of a pace (log growth per 30 days): every ten percent of growth halve the distance to 100. */
export const momentumScore = (raw: number): number => roundToTenth(100 * (1 - 2 ** (-Math.max(0, raw) / HALF_SCORE_LOG_GROWTH)));

/** The trend of a pace: rising or falling from one percent in 30 days. */
export const trendOf = (raw: number): Trend => (raw >= MIN_TREND_LOG_GROWTH ? 'rising' : raw <= -MIN_TREND_LOG_GROWTH ? 'falling' : 'flat');

const loadedSeries = new ScoredSeries();
const scratchMeasurement = newMeasurement();

/** Loads a count's snapshots and returns the readings that momentum keeps of them, look-back included. The next measurement overwrites them. */
export function keptReadingsOf(
  days: ArrayLike<number>,
  counts: ArrayLike<number | null>,
  today: Day,
  periodDays: number,
  prior: number,
): ScoredSeries {
  fillSeries(loadedSeries, days, counts, days.length, prior);
  measure(loadedSeries, today, periodDays, prior, scratchMeasurement);
  return cleanedSeries;
}

/**
 * Measures how fast a count is growing as of `today`. The first `length` snapshots are read, in any order: times in days since 1970 (a
 * fraction is the time of day) and their counts. Null is unknown, and snapshots after `today` are ignored.
 */
export function momentum(
  days: ArrayLike<number>,
  counts: ArrayLike<number | null>,
  length: number,
  today: Day,
  periodDays: number,
  prior: number,
): Momentum {
  fillSeries(loadedSeries, days, counts, length, prior);
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
