import type { Day } from '#domain/days';
import { oneDecimal } from '#domain/numbers';

/** `oneDecimal` without formatting a text, except near a tie: a large recompute calls it a billion times. */
export function roundToTenth(value: number): number {
  const scaled = Math.abs(value) * 10;
  const whole = Math.floor(scaled);
  const fraction = scaled - whole;
  if (!(scaled < 1e8) || Math.abs(fraction - 0.5) < 1e-6) return oneDecimal(value);
  const rounded = (fraction < 0.5 ? whole : whole + 1) / 10;
  return value < 0 && rounded > 0 ? -rounded : rounded;
}

/**
 * `(current − previous) / previous` in percent with one decimal; 0.0 when previous is 0. Multiplying first keeps the dividend whole, so that an
 * exact half such as 7.25 is still one when it is rounded.
 */
export const growthPercent = (current: number, previous: number): number =>
  previous === 0 ? 0 : roundToTenth(((current - previous) * 100) / previous);

/** Whether growth over a period is that of an earlier one, because nothing was read in its last `periodDays`. */
export const isGrowthOld = (readOn: Day | null, today: Day, periodDays: number): boolean => readOn !== null && today - readOn >= periodDays;

const isKnown = (count: number | null | undefined): count is number => typeof count === 'number' && count >= 0;

/**
 * Growth in percent over a period: the newest count against the newest one that is at least `periodDays` older; null without both.
 * `days` are ascending. Unknown counts (null, NaN) are skipped, and only the first `length` are read.
 */
export function growthOverPeriod(
  days: ArrayLike<number>,
  counts: ArrayLike<number | null>,
  periodDays: number,
  length: number = days.length,
): number | null {
  let newestIndex = length - 1;
  while (newestIndex >= 0 && !isKnown(counts[newestIndex])) newestIndex--;
  if (newestIndex < 0) return null;
  const latestDay = (days[newestIndex] ?? 0) - periodDays;
  // Most series have a count almost every day, so that a binary search pays from the first years on.
  let low = 0;
  let high = newestIndex;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? 0) <= latestDay) low = middle + 1;
    else high = middle;
  }
  let previousIndex = low - 1;
  while (previousIndex >= 0 && !isKnown(counts[previousIndex])) previousIndex--;
  return previousIndex < 0 ? null : growthPercent(counts[newestIndex] ?? 0, counts[previousIndex] ?? 0);
}
