import { keptReadingsOf } from '#domain/analytics/growth/momentum';
import { indexOfDay } from '#domain/analytics/growth/momentum-series';
import type { Day } from '#domain/days';

const MIN_OBSERVED_SHARE = 0.5;

/** How much a count changed between its first and its last reading of a period. */
export interface RecentChange {
  readonly change: number;
  /** The days between the two readings. */
  readonly observedDays: number;
}

/** Measures the change over a period from the readings that momentum keeps; null when these span less than half of it. */
export function recentChange(
  days: ArrayLike<number>,
  counts: ArrayLike<number | null>,
  today: Day,
  periodDays: number,
  prior: number,
): RecentChange | null {
  const kept = keptReadingsOf(days, counts, today, periodDays, prior);
  const first = indexOfDay(kept, today - periodDays);
  const last = kept.length - 1;
  if (first >= last) return null;
  const observedDays = kept.days[last]! - kept.days[first]!;
  if (observedDays < MIN_OBSERVED_SHARE * periodDays) return null;
  return { change: kept.values[last]! - kept.values[first]!, observedDays };
}
