import { oneDecimal } from '#domain/numbers';

/** One decimal, half away from zero, like `oneDecimal`, without text where the value is not near a tie: this runs a billion times a night. */
export function tenths(value: number): number {
  const scaled = Math.abs(value) * 10;
  const whole = Math.floor(scaled);
  const rest = scaled - whole;
  if (!(scaled < 1e8) || Math.abs(rest - 0.5) < 1e-6) return oneDecimal(value);
  const rounded = (rest < 0.5 ? whole : whole + 1) / 10;
  return value < 0 && rounded > 0 ? -rounded : rounded;
}

/** `(current − previous) / previous` in percent with one decimal; 0.0 when previous is 0. */
export const growthPercent = (current: number, previous: number): number =>
  previous === 0 ? 0 : tenths(((current - previous) / previous) * 100);

const isKnown = (count: number | null | undefined): count is number => typeof count === 'number' && count >= 0;

/**
 * Growth in percent over a period of stored daily values: the newest count against the newest one at least `periodDays` days older.
 * `days` ascend; unknown counts (null, NaN) are passed over; of both only the first `length` are read. Null when there is nothing to compare.
 */
export function growthOver(
  days: ArrayLike<number>,
  counts: ArrayLike<number | null>,
  periodDays: number,
  length: number = days.length,
): number | null {
  let newest = length - 1;
  while (newest >= 0 && !isKnown(counts[newest])) newest--;
  if (newest < 0) return null;
  const latest = (days[newest] ?? 0) - periodDays;
  // Most series are near daily, so a binary search for the day pays from the first years on.
  let from = 0;
  let to = newest;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((days[middle] ?? 0) <= latest) from = middle + 1;
    else to = middle;
  }
  let before = from - 1;
  while (before >= 0 && !isKnown(counts[before])) before--;
  return before < 0 ? null : growthPercent(counts[newest] ?? 0, counts[before] ?? 0);
}
