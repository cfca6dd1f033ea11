import { keptReadingsOf } from '#domain/analytics/growth/momentum-of-counts';
import { indexOfDay, type ScoredSeries } from '#domain/analytics/growth/momentum-series';
import { MIN_RECENT_DAYS, RECENT_DAYS } from '#domain/analytics/growth/verdict/thresholds';
import type { Day } from '#domain/days';

/** How much a count changed between its first and its last reading of a period. */
export interface RecentChange {
  readonly change: number;
  /** The days between the two readings. */
  readonly observedDays: number;
}

/** The pins that a board got a week; a board that loses pins got none. */
export const weeklyPinsOf = (recent: RecentChange | null): number | null =>
  recent && (Math.max(0, recent.change) / recent.observedDays) * 7;

/** Measures the change over the recent days from the readings that momentum keeps; null when these span less than half of them. */
export function recentChange(days: ArrayLike<number>, counts: ArrayLike<number | null>, today: Day, prior: number): RecentChange | null {
  return recentChangeIn(keptReadingsOf(days, counts, today, RECENT_DAYS, prior), today);
}

/** The same of readings that were just measured over the recent days (`keptReadings`). */
export function recentChangeIn(kept: ScoredSeries, today: Day): RecentChange | null {
  const first = indexOfDay(kept, today - RECENT_DAYS);
  const last = kept.length - 1;
  if (first >= last) return null;
  const observedDays = kept.days[last]! - kept.days[first]!;
  if (observedDays < MIN_RECENT_DAYS) return null;
  return { change: kept.values[last]! - kept.values[first]!, observedDays };
}
