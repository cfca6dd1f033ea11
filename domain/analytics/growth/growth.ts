import { oneDecimal } from '#domain/numbers';

/** One decimal, half away from zero, like `oneDecimal`, without text where the value is not near a tie: this runs a billion times a night. */
export function roundToTenth(value: number): number {
  const scaled = Math.abs(value) * 10;
  const whole = Math.floor(scaled);
  const fraction = scaled - whole;
  if (!(scaled < 1e8) || Math.abs(fraction - 0.5) < 1e-6) return oneDecimal(value);
  const rounded = (fraction < 0.5 ? whole : whole + 1) / 10;
  return value < 0 && rounded > 0 ? -rounded : rounded;
}

/** `(current − previous) / previous` in percent with one decimal; 0.0 when previous is 0. */
export const growthPercent = (current: number, previous: number): number =>
  previous === 0 ? 0 : roundToTenth(((current - previous) / previous) * 100);

const isKnown = (count: number | null | undefined): count is number => typeof count === 'number' && count >= 0;

/**
 * Growth in percent over a period of stored daily values: the newest count against the newest one at least `periodDays` days older.
 * `days` ascend; unknown counts (null, NaN) are passed over; of both only the first `length` are read. Null when there is nothing to compare.
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
  // Most series are near daily, so a binary search for the day pays from the first years on.
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
