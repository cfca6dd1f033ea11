import type { ImportPoint } from '#domain/catalog/import/import-row';
import { MINUTES_PER_DAY } from '#domain/days';

/** The UTC day of a point, in days since 1970. */
export const dayOfPoint = (point: ImportPoint): number => Math.floor(point.at / MINUTES_PER_DAY);

const coalesceCounts = (preferred: readonly (number | null)[], fallback: readonly (number | null)[]): (number | null)[] =>
  preferred.map((value, index) => value ?? fallback[index] ?? null);

/**
 * Two points of one day made into one. The later of them wins count by count, the other fills what it did not count. A point without a
 * time of day stands at the end of its day when it comes in, and at the beginning once it is there: so the one that came last wins.
 */
export function mergePoints(stored: ImportPoint, incoming: ImportPoint): ImportPoint {
  if (!incoming.timed || incoming.at >= stored.at) return { ...incoming, counts: coalesceCounts(incoming.counts, stored.counts) };
  return { ...stored, counts: coalesceCounts(stored.counts, incoming.counts) };
}

/** Points in the order in which they came, made into one per UTC day, oldest first. */
export function mergeByDay(points: Iterable<ImportPoint>): ImportPoint[] {
  const days = new Map<number, ImportPoint>();
  for (const point of points) {
    const day = dayOfPoint(point);
    const existing = days.get(day);
    days.set(day, existing ? mergePoints(existing, point) : point);
  }
  return [...days.entries()].sort(([a], [b]) => a - b).map(([, point]) => point);
}
