import type { TimeSeries } from '#domain/catalog/entity';
import { type Day, dayLabels } from '#domain/days';

export const MINUTES_A_DAY = 1440;

/** The UTC days of crawls stored as minutes since 1970. */
export function daysOf(at: ArrayLike<number>): Int32Array {
  const days = new Int32Array(at.length);
  for (let place = 0; place < at.length; place++) days[place] = Math.floor((at[place] ?? 0) / MINUTES_A_DAY);
  return days;
}

/**
 * A stored series for a chart: every day from the first known one (not before `fromDay`) to the last, null where nothing is known.
 * `at` are minutes since 1970 ascending, one per UTC day.
 */
export function dailySeries(at: ArrayLike<number>, counts: ArrayLike<number | null>, fromDay: Day = Number.NEGATIVE_INFINITY): TimeSeries {
  const days = daysOf(at);
  let first = 0;
  let last = days.length - 1;
  while (first <= last && ((days[first] ?? 0) < fromDay || (counts[first] ?? null) === null)) first++;
  while (last >= first && (counts[last] ?? null) === null) last--;
  if (first > last) return { x: [], y: [] };
  const from = days[first] ?? 0;
  const x = dayLabels(from, days[last] ?? 0);
  const y: (number | null)[] = x.map(() => null);
  for (let place = first; place <= last; place++) y[(days[place] ?? 0) - from] = counts[place] ?? null;
  return { x, y };
}
