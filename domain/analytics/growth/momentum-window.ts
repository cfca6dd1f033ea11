import { type ScoredSeries, indexOfDay } from '#domain/analytics/growth/momentum-series';

/** What a window of a cleaned series shows; reused from reading to reading. */
export interface WindowObservation {
  /** Log growth over the window, newer growth weighing more. */
  growth: number;
  /** The value at the start of the window (interpolated where no crawl fell on it) and the last one. */
  start: number;
  end: number;
  /** Observed share of the window, 0 to 1. */
  coverage: number;
  /** The longest stretch of the window without a crawl, in days. */
  largestGap: number;
  /** Days with a value that the growth rests on. */
  points: number;
}

const decayWeightsByPeriod = new Map<number, Float64Array>();

/** 4^(−age/period) for every whole age of a period. */
function decayWeights(periodDays: number): Float64Array {
  let decay = decayWeightsByPeriod.get(periodDays);
  if (!decay) {
    decay = Float64Array.from({ length: periodDays + 1 }, (_, age) => 4 ** (-age / periodDays));
    decayWeightsByPeriod.set(periodDays, decay);
  }
  return decay;
}

/**
 * Reads the `periodDays` days up to `today` into `observed`; false when no point lies inside. Growth of a segment weighs by the mean
 * over its days of a weight that halves every half period and has mean 1 over the window; unobserved time counts as no growth.
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
  const first = indexOfDay(series, windowStart);
  if (first >= length) return false;
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
 * Did the count rise to ten times a base of 100 or more within seven days, to a point inside the window, and a later day confirm it?
 * No audience grows so by itself: it is bought, or the account was merged.
 */
export function hasConfirmedStep({ days, values, length }: ScoredSeries, windowStart: number): boolean {
  let confirmed = 0;
  // From the end, `confirmed` is the largest value that still holds on a later day.
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
