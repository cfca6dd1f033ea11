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
