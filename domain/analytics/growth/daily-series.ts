import type { TimeSeries } from '#domain/catalog/detail-contract';
import { type Day, dayLabels, MINUTES_PER_DAY } from '#domain/days';

/** The UTC days of crawl times in minutes since 1970. */
export function daysOf(at: ArrayLike<number>): Int32Array {
  const days = new Int32Array(at.length);
  for (let index = 0; index < at.length; index++) days[index] = Math.floor((at[index] ?? 0) / MINUTES_PER_DAY);
  return days;
}

/** A stored series for a chart: every day from the first known count (not before `fromDay`) to the last; unknown counts are null. */
export function dailySeries(at: ArrayLike<number>, counts: ArrayLike<number | null>, fromDay: Day = Number.NEGATIVE_INFINITY): TimeSeries {
  const days = daysOf(at);
  let firstIndex = 0;
  let lastIndex = days.length - 1;
  while (firstIndex <= lastIndex && ((days[firstIndex] ?? 0) < fromDay || (counts[firstIndex] ?? null) === null)) firstIndex++;
  while (lastIndex >= firstIndex && (counts[lastIndex] ?? null) === null) lastIndex--;
  if (firstIndex > lastIndex) return { x: [], y: [] };
  const firstKnownDay = days[firstIndex] ?? 0;
  const x = dayLabels(firstKnownDay, days[lastIndex] ?? 0);
  const y: (number | null)[] = x.map(() => null);
  for (let index = firstIndex; index <= lastIndex; index++) y[(days[index] ?? 0) - firstKnownDay] = counts[index] ?? null;
  return { x, y };
}
