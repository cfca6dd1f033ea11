import { type ScoredSeries, placeOf } from '#domain/analytics/momentum-series';

/** What a window of a cleaned series shows; reused from reading to reading. */
export interface Observed {
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

const decays = new Map<number, Float64Array>();

/** 4^(−age/period) for every whole age of a period. */
function decayOf(periodDays: number): Float64Array {
  let decay = decays.get(periodDays);
  if (!decay) {
    decay = Float64Array.from({ length: periodDays + 1 }, (_, age) => 4 ** (-age / periodDays));
    decays.set(periodDays, decay);
  }
  return decay;
}

/**
 * Reads the `periodDays` days up to `today` into `observed`; false when no point lies inside. Growth of a segment weighs by the mean
 * over its days of a weight that halves every half period and has mean 1 over the window; unobserved time counts as no growth.
 */
export function observe(series: ScoredSeries, today: number, periodDays: number, prior: number, observed: Observed): boolean {
  const { days, values, logs, length } = series;
  const opening = today - periodDays;
  const first = placeOf(series, opening);
  if (first >= length) return false;
  const isInterpolated = first > 0 && days[first]! > opening;
  const decay = decayOf(periodDays);
  let level = logs[first]!;
  let age = today - days[first]!;
  observed.start = values[first]!;
  let gap = periodDays - age;
  let sum = 0;
  if (isInterpolated) {
    const share = (opening - days[first - 1]!) / (days[first]! - days[first - 1]!);
    const before = logs[first - 1]! + (logs[first]! - logs[first - 1]!) * share;
    sum = ((level - before) * (decay[age]! - decay[periodDays]!)) / (periodDays - age);
    const isFlat = values[first - 1] === values[first];
    observed.start = isFlat ? values[first]! : Math.max(0, Math.exp(before) - prior);
  }
  for (let place = first + 1; place < length; place++) {
    const younger = today - days[place]!;
    const next = logs[place]!;
    const span = age - younger;
    sum += ((next - level) * (decay[younger]! - decay[age]!)) / span;
    if (span > gap) gap = span;
    level = next;
    age = younger;
  }
  observed.growth = (sum * 4 * periodDays) / 3;
  observed.end = values[length - 1]!;
  observed.coverage = ((isInterpolated ? periodDays : today - days[first]!) - age) / periodDays;
  observed.largestGap = Math.max(gap, age);
  observed.points = length - first + (isInterpolated ? 1 : 0);
  return true;
}

const STEP_FACTOR = 10;
const STEP_BASE = 100;
const STEP_DAYS = 7;

/**
 * Did the count rise to ten times a base of 100 or more within seven days, to a point inside the window, and a later day confirm it?
 * No audience grows so by itself: it is bought, or the account was merged.
 */
export function hasConfirmedStep({ days, values, length }: ScoredSeries, opening: number): boolean {
  let confirmed = 0;
  // From the end, `confirmed` is the largest value that still holds on a later day.
  for (let place = length - 2; place > 0 && days[place]! >= opening; place--) {
    confirmed = Math.max(confirmed, values[place + 1]!);
    const reached = Math.min(values[place]!, confirmed);
    if (reached < STEP_FACTOR * STEP_BASE) continue;
    for (let base = place - 1; base >= 0 && days[place]! - days[base]! <= STEP_DAYS; base--) {
      const from = values[base]!;
      if (from >= STEP_BASE && reached >= STEP_FACTOR * from) return true;
    }
  }
  return false;
}
