import { indexOfDay, type ScoredSeries } from '#domain/analytics/growth/momentum-series';
import type { Day } from '#domain/days';

/** Fewer readings in the period than this say nothing about how a gain came about. */
export const MIN_JUMP_READINGS = 8;
/** The share of the period that must lie between readings. */
export const MIN_JUMP_COVERAGE = 0.5;
/** A gain below this share of the count at the start is too small to ask how it came about … */
export const MIN_JUMP_GAIN_SHARE = 0.05;
/** … and so is one below the metric's prior divided by this. */
export const JUMP_PRIOR_DIVISOR = 10;

/** Empty steps, to measure into: how a gain over a period came about. Instances are reused. */
export const newGainSteps = () => ({
  /**
   * The share of the gain that came on its three largest days, from 0 to 1 with three decimals; 0 when the gain is too small to ask, NaN
   * with too few readings.
   */
  share: NaN,
  /** The last day of the largest step; meaningless while `share` is 0 or NaN. */
  jumpDay: 0,
  /** The change of the largest step, and the days between its two readings. */
  jumpSize: 0,
  jumpDays: 0,
});
export type GainSteps = ReturnType<typeof newGainSteps>;

/** The sum of the steps of the three days with the largest ones, of the readings from index `from` on; notes the largest in `steps`. */
function sumLargestDays({ days, values, length }: ScoredSeries, from: number, windowStart: Day, steps: GainSteps): number {
  let largest = 0;
  let second = 0;
  let third = 0;
  for (let index = from; index < length; index++) {
    const gapDays = days[index]! - days[index - 1]!;
    const change = values[index]! - values[index - 1]!;
    // Few days are among the largest: comparing without a division keeps scoring fast.
    if (change <= third * gapDays) continue;
    const step = change / gapDays;
    if (step > largest) {
      steps.jumpDay = days[index]!;
      steps.jumpSize = change;
      steps.jumpDays = gapDays;
    }
    const countedDays = Math.min(gapDays, days[index]! - windowStart);
    for (let day = 0; day < countedDays && step > third; day++) {
      third = Math.min(second, step);
      second = Math.min(largest, Math.max(second, step));
      largest = Math.max(largest, step);
    }
  }
  return largest + second + third;
}

/**
 * Measures how the gain over the `periodDays` days up to `today` came about, from the readings that momentum keeps (`keptReadings`).
 *
 * A day's step is the change between two adjacent kept readings divided by the days between them, so that a gap of n days counts as n equal
 * steps and never as a jump by itself. The count on the first day of the period is on the straight line between its neighbors. Losses
 * count in the gain, but not as steps.
 */
export function measureGainSteps(kept: ScoredSeries, today: Day, periodDays: number, prior: number, steps: GainSteps): void {
  const { days, values, length } = kept;
  const windowStart = today - periodDays;
  steps.share = NaN;
  const first = indexOfDay(kept, windowStart);
  if (first >= length) return;
  // A period that starts between two readings starts on the line between them.
  const isInterpolated = first > 0 && days[first]! > windowStart;
  const from = isInterpolated ? first - 1 : first;
  const observedDays = days[length - 1]! - Math.max(days[from]!, windowStart);
  if (length - from < MIN_JUMP_READINGS || observedDays < MIN_JUMP_COVERAGE * periodDays) return;
  const startShare = isInterpolated ? (windowStart - days[from]!) / (days[first]! - days[from]!) : 0;
  const start = values[from]! + (values[first]! - values[from]!) * startShare;
  const gain = values[length - 1]! - start;
  if (gain <= 0 || gain < Math.max(MIN_JUMP_GAIN_SHARE * start, prior / JUMP_PRIOR_DIVISOR)) {
    steps.share = 0;
    return;
  }
  const share = sumLargestDays(kept, from + 1, windowStart, steps) / gain;
  steps.share = Math.min(1, Math.round(share * 1000) / 1000);
}
