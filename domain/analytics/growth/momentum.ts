import type { Day } from '#domain/days';
import { memoize } from '#domain/memoize';
import { roundToTenth } from '#domain/analytics/growth/growth';
import type { Metric } from '#domain/catalog/metrics';
import { removeZeroDropouts, removeOutliers, indexOfDay, ScoredSeries } from '#domain/analytics/growth/momentum-series';
import { flagBit } from '#domain/analytics/growth/momentum-flags';

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

/** An empty measurement of a window of a cleaned series, to measure into. Instances are reused, so copy what you keep. */
export const newMeasurement = () => ({
  /** The pace, log growth per 30 days; NaN without a score. */
  raw: NaN,
  flags: 0,
  /** The index in `confidences`. */
  confidence: 0,
  /** Log growth over the window, weighted toward its end. */
  growth: 0,
  /** The first value (interpolated if no crawl was on the window's first day) and the last one. */
  start: 0,
  end: 0,
  /** The observed share of the window, from 0 to 1. */
  coverage: 0,
  /** The longest time without a crawl in the window, in days. */
  largestGap: 0,
  /** Days with a value in the window. */
  points: 0,
});
type Measurement = ReturnType<typeof newMeasurement>;

const MAX_MEMOIZED_PERIODS = 1_000;

/** 4^(-age/period) for every whole age up to the period. */
const decayWeights = memoize(
  (periodDays: number) => Float64Array.from({ length: periodDays + 1 }, (_, age) => 4 ** (-age / periodDays)),
  MAX_MEMOIZED_PERIODS,
);

/**
 * Observes the `periodDays` days up to `today`; returns false when no point is after their first day, on which nothing has grown yet. The growth of a segment is weighted by the mean,
 * over its days, of a weight that halves every half period and has mean 1 over the window. Unobserved time counts as no growth.
 */
function observeWindow(series: ScoredSeries, today: number, periodDays: number, prior: number, observation: Measurement): boolean {
  const { days, values, logs, length } = series;
  const windowStart = today - periodDays;
  if (days[length - 1]! <= windowStart) return false;
  const first = indexOfDay(series, windowStart);
  const isInterpolated = first > 0 && days[first]! > windowStart;
  const decay = decayWeights(periodDays);
  let [level, age] = [logs[first]!, today - days[first]!];
  observation.start = values[first]!;
  let gap = periodDays - age;
  let sum = 0;
  if (isInterpolated) {
    const share = (windowStart - days[first - 1]!) / (days[first]! - days[first - 1]!);
    const before = logs[first - 1]! + (logs[first]! - logs[first - 1]!) * share;
    sum = ((level - before) * (decay[age]! - decay[periodDays]!)) / (periodDays - age);
    const isFlat = values[first - 1] === values[first];
    observation.start = isFlat ? values[first]! : Math.max(0, Math.exp(before) - prior);
  }
  for (let index = first + 1; index < length; index++) {
    const younger = today - days[index]!;
    const next = logs[index]!;
    const span = age - younger;
    sum += ((next - level) * (decay[younger]! - decay[age]!)) / span;
    if (span > gap) gap = span;
    level = next;
    age = younger;
  }
  observation.growth = (sum * 4 * periodDays) / 3;
  observation.end = values[length - 1]!;
  observation.coverage = ((isInterpolated ? periodDays : today - days[first]!) - age) / periodDays;
  observation.largestGap = Math.max(gap, age);
  observation.points = length - first + (isInterpolated ? 1 : 0);
  return true;
}

const STEP_GROWTH_FACTOR = 10;
const MIN_STEP_BASE_COUNT = 100;
const MAX_STEP_DAYS = 7;

/**
 * Whether the count grew to ten times a base of 100 or more within seven days, to a point inside the window, and a later day confirms it.
 * No audience grows like that by itself: it was bought, or accounts were merged.
 */
export function hasConfirmedStep({ days, values, length }: ScoredSeries, windowStart: number): boolean {
  let confirmed = 0;
  // Going backwards, `confirmed` is the largest value that a later day confirms.
  for (let index = length - 2; index > 0 && days[index]! >= windowStart; index--) {
    confirmed = Math.max(confirmed, values[index + 1]!);
    const confirmedValue = Math.min(values[index]!, confirmed);
    if (confirmedValue < STEP_GROWTH_FACTOR * MIN_STEP_BASE_COUNT) continue;
    for (let baseIndex = index - 1; baseIndex >= 0 && days[index]! - days[baseIndex]! <= MAX_STEP_DAYS; baseIndex--) {
      const baseValue = values[baseIndex]!;
      if (baseValue >= MIN_STEP_BASE_COUNT && confirmedValue >= STEP_GROWTH_FACTOR * baseValue) return true;
    }
  }
  return false;
}

const cleanedSeries = new ScoredSeries();

/** The readings that the last measurement kept, look-back included. The next measurement overwrites them. */
export const keptReadings = (): ScoredSeries => cleanedSeries;

function confidenceOf({ coverage, largestGap, points }: Measurement, periodDays: number): number {
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
