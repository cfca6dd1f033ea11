import type { TimeSeries } from '#domain/catalog/entity';
import { growthPercent } from '#domain/analytics/growth';
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

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** Days from one known count of a series to the next. */
const distances = (points: readonly Point[]): number[] =>
  points.slice(1).map((point, index) => dayNumber(point.day) - dayNumber(points[index]?.day ?? point.day));

/** The longest way between two counts that is still drawn as one line: a day; for series seen more seldom, twice their usual distance. */
function longestBridge(between: readonly number[]): number {
  const usual = between.toSorted((a, b) => a - b)[Math.floor((between.length - 1) / 2)] ?? 1;
  return usual > 1 ? 2 * usual : 1;
}

/** A point of a line; without a value the line has a gap there. */
export interface Drawn {
  readonly day: string;
  readonly value: number | null;
}

/** The points of a line, with a place without a value wherever a gap is to be seen. */
export function drawnPoints(points: readonly Point[]): Drawn[] {
  const between = distances(points);
  const longest = longestBridge(between);
  return points.flatMap((point, index): Drawn[] => {
    const isGap = (between[index - 1] ?? 0) > longest;
    return isGap ? [{ day: dayBefore(point.day), value: null }, point] : [point];
  });
}

const dayBefore = (day: string): string => new Date((dayNumber(day) - 1) * 86_400_000).toISOString().slice(0, 10);
