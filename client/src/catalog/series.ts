import type { TimeSeries } from '#domain/catalog/entity';
import { growthPercent } from '#domain/analytics/growth';
import { type Day, parseDay } from '#domain/days';
import { compactNumber, percentLabel } from '#domain/numbers';
import { spanName } from '../ui/words';

export interface Point {
  /** UTC day, `2026-08-23`. */
  readonly day: string;
  readonly value: number;
}

/** The days of a series on which the value is known, oldest first. */
export function knownPoints(series: TimeSeries): Point[] {
  return series.x.flatMap((day, index) => {
    const value = series.y[index];
    return typeof value === 'number' ? [{ day, value }] : [];
  });
}

/** What the line says, in one sentence: `Followers rose from 12.1K to 15.8K, +30.6 %, 1 Aug to 30 Oct.` Null with fewer than two points. */
export function summaryOf(name: string, points: readonly Point[]): string | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const span = spanName(first.day, last.day);
  if (first.value === last.value) return `${name} stayed at ${compactNumber(last.value)}, ${percentLabel(0)}, ${span}.`;
  const growth = growthPercent(last.value, first.value);
  const verb = last.value > first.value ? 'rose' : 'fell';
  return `${name} ${verb} from ${compactNumber(first.value)} to ${compactNumber(last.value)}, ${percentLabel(growth)}, ${span}.`;
}

/** The longest way between two counts, in days, that is one line: a day; for series seen more seldom, twice their usual distance. */
function longestBridge(distances: readonly number[]): number {
  const usual = distances.toSorted((a, b) => a - b)[Math.floor((distances.length - 1) / 2)] ?? 1;
  return usual > 1 ? 2 * usual : 1;
}

/** A point of a line; without a value the line has a gap there. */
export interface DrawnPoint {
  readonly day: Day;
  readonly value: number | null;
}

/** The points of a line, with a place without a value wherever a gap is to be seen. */
export function drawnPoints(points: readonly Point[]): DrawnPoint[] {
  const known = points.map(({ day, value }) => ({ day: parseDay(day) ?? 0, value }));
  const distances = known.slice(1).map(({ day }, index) => day - (known[index]?.day ?? day));
  const longest = longestBridge(distances);
  return known.flatMap((point, index): DrawnPoint[] =>
    (distances[index - 1] ?? 0) > longest ? [{ day: point.day - 1, value: null }, point] : [point],
  );
}
