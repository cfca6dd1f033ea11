import type { ImportPoint } from '#domain/catalog/import/import-row';
import { MINUTES_PER_DAY } from '#domain/days';

const coalesceCounts = (preferred: readonly (number | null)[], fallback: readonly (number | null)[]): (number | null)[] =>
  preferred.map((value, index) => value ?? fallback[index] ?? null);

/**
 * Merges two points of one day. The later one wins count by count; the other fills its missing counts. Without a time of day, the point
 * that arrived last wins.
 */
export function mergePoints(stored: ImportPoint, incoming: ImportPoint): ImportPoint {
  if (!incoming.timed || incoming.at >= stored.at) return { ...incoming, counts: coalesceCounts(incoming.counts, stored.counts) };
  return { ...stored, counts: coalesceCounts(stored.counts, incoming.counts) };
}

/** Merges points, given in order of arrival, to one per UTC day, oldest first. */
export function mergeByDay(points: Iterable<ImportPoint>): ImportPoint[] {
  const days = new Map<number, ImportPoint>();
  for (const point of points) {
    const day = Math.floor(point.at / MINUTES_PER_DAY);
    const existing = days.get(day);
    days.set(day, existing ? mergePoints(existing, point) : point);
  }
  return [...days.entries()].sort(([a], [b]) => a - b).map(([, point]) => point);
}
