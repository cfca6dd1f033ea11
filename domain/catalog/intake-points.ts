import type { IntakePoint } from '#domain/catalog/intake';

const MINUTES_A_DAY = 1_440;

/** The UTC day of a point, in days since 1970. */
export const dayOfPoint = (point: IntakePoint): number => Math.floor(point.at / MINUTES_A_DAY);

const over = (upper: readonly (number | null)[], lower: readonly (number | null)[]): (number | null)[] =>
  upper.map((value, place) => value ?? lower[place] ?? null);

/**
 * Two points of one day made into one. The later of them wins count by count, the other fills what it did not count. A point without a
 * time of day stands at the end of its day when it comes in, and at the beginning once it is there: so the one that came last wins.
 */
export function mergePoints(there: IntakePoint, coming: IntakePoint): IntakePoint {
  if (!coming.timed || coming.at >= there.at) return { ...coming, counts: over(coming.counts, there.counts) };
  return { ...there, counts: over(there.counts, coming.counts) };
}

/** Points in the order in which they came, made into one per UTC day, oldest first. */
export function onePerDay(points: Iterable<IntakePoint>): IntakePoint[] {
  const days = new Map<number, IntakePoint>();
  for (const point of points) {
    const day = dayOfPoint(point);
    const there = days.get(day);
    days.set(day, there ? mergePoints(there, point) : point);
  }
  return [...days.entries()].sort(([a], [b]) => a - b).map(([, point]) => point);
}
