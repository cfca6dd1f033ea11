import type { Day } from '#domain/days';

/** A reading of a count. */
export interface DayPoint {
  readonly day: Day;
  readonly value: number;
}

/**
 * The readings of the last period, oldest first: from the newest one that is at least `periodDays` older than the last, so that the line
 * starts where its growth does. Null: all of them.
 */
export function pointsOfPeriod<P extends DayPoint>(points: readonly P[], periodDays: number | null): readonly P[] {
  const last = points.at(-1);
  if (!last || periodDays === null) return points;
  const from = points.findLastIndex(({ day }) => day <= last.day - periodDays);
  return points.slice(Math.max(0, from));
}

/** The readings of the period before the last one, on the days of the last one. */
export function pointsOfPreviousPeriod(points: readonly DayPoint[], periodDays: number): readonly DayPoint[] {
  const lastDay = points.at(-1)?.day ?? 0;
  const shifted = points.map(({ day, value }) => ({ day: day + periodDays, value }));
  return shifted.filter(({ day }) => day >= lastDay - periodDays && day <= lastDay);
}
