import { DAY_MS } from '#domain/durations';
import { medianOf } from '#domain/numbers';

/** The size of something at a moment. */
export interface MeasuredSize {
  readonly at: Date;
  readonly bytes: number;
}

/** With fewer, one import would look like a trend. */
const MIN_MEASUREMENTS = 3;

/** Long enough for weekly imports, and short enough to notice within a week that backups are no longer added to. */
const MAX_DAYS = 14;

/**
 * How much something grows, in bytes a day: the median of the growth between each two of the daily measurements of the last 14 days, so
 * that a single large import or cleanup does not count as a trend. Null with fewer than three measurements; 0 if it does not grow.
 */
export function dailyGrowthOf(sizes: readonly MeasuredSize[], now: Date): number | null {
  const recent = sizes.filter(({ at }) => now.getTime() - at.getTime() <= MAX_DAYS * DAY_MS);
  if (recent.length < MIN_MEASUREMENTS) return null;
  const slopes = recent.flatMap((one, index) =>
    recent.slice(index + 1).map((other) => ((other.bytes - one.bytes) / (other.at.getTime() - one.at.getTime())) * DAY_MS),
  );
  return Math.max(0, Math.round(medianOf(slopes) ?? 0));
}

/** How many days the room on a disk lasts for what grows on it. Null if some of that is unknown, or none of it grows. */
export function daysLeftOf(freeBytes: number, dailyGrowths: readonly (number | null)[]): number | null {
  let bytesPerDay = 0;
  for (const growth of dailyGrowths) {
    if (growth === null) return null;
    bytesPerDay += growth;
  }
  return bytesPerDay === 0 ? null : Math.floor(freeBytes / bytesPerDay);
}
