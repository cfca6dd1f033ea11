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

/** The change over the recent days of readings that were just measured over them (`keptReadings`); null when these span less than half of them. */
export function recentChange(kept: ScoredSeries, today: Day): RecentChange | null {
  const first = indexOfDay(kept, today - RECENT_DAYS);
  const last = kept.length - 1;
  if (first >= last) return null;
  const observedDays = kept.days[last]! - kept.days[first]!;
  if (observedDays < MIN_RECENT_DAYS) return null;
  return { change: kept.values[last]! - kept.values[first]!, observedDays };
}
