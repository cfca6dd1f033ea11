import { type ScoredSeries, indexOfDay } from '#domain/analytics/growth/momentum-series';

/** The measurement of a window of a cleaned series. Instances are reused. */
export interface WindowObservation {
  /** Log growth over the window, weighted toward its end. */
  growth: number;
  /** The first value (interpolated if no crawl was on the window's first day) and the last one. */
  start: number;
  end: number;
  /** The observed share of the window, from 0 to 1. */
  coverage: number;
  /** The longest time without a crawl in the window, in days. */
  largestGap: number;
  /** Days with a value in the window. */
  points: number;
}

const decayWeightsByPeriod = new Map<number, Float64Array>();

/** 4^(-age/period) for every whole age up to the period. */
function decayWeights(periodDays: number): Float64Array {
  let decay = decayWeightsByPeriod.get(periodDays);
  if (!decay) {
    decay = Float64Array.from({ length: periodDays + 1 }, (_, age) => 4 ** (-age / periodDays));
    decayWeightsByPeriod.set(periodDays, decay);
  }
  return decay;
}

/**
 * Observes the `periodDays` days up to `today`; returns false when no point is after their first day, on which nothing has grown yet. The growth of a segment is weighted by the mean,
 * over its days, of a weight that halves every half period and has mean 1 over the window. Unobserved time counts as no growth.
 */
export function observeWindow(
  series: ScoredSeries,
  today: number,
  periodDays: number,
  prior: number,
  observation: WindowObservation,
): boolean {
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
