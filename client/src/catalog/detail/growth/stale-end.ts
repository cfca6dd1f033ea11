import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import type { Day } from '#domain/days';

/** A line whose last reading is older says so. */
const STALE_AFTER_DAYS = 7;
/** The stale end takes at most this share of the readings' span, so that the line keeps its shape. */
const MAX_STALE_SHARE = 0.25;

/** The day of the last reading, where it is old; null otherwise. */
export function staleDay(points: readonly DayPoint[], today: Day): Day | null {
  const last = points.at(-1);
  return last && today - last.day > STALE_AFTER_DAYS ? last.day : null;
}

/** The last day of a chart: that of the last reading, or later where it is old. */
export function endOfDays(points: readonly DayPoint[], today: Day): Day {
  const [first, last] = [points[0]?.day ?? 0, points.at(-1)?.day ?? 0];
  if (staleDay(points, today) === null) return last;
  return Math.min(today, last + Math.max(1, Math.round((last - first) * MAX_STALE_SHARE)));
}
