import type { Day } from '#domain/days';

const WEEK_DAYS = 7;

/** Where a chart has drawn its lines, in pixels of its box, and what they span. */
export interface Plot {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly firstDay: Day;
  readonly lastDay: Day;
  readonly minValue: number;
  readonly maxValue: number;
}

/** Whether two drawings have the same place and span. */
export const isSamePlot = (one: Plot, other: Plot): boolean => (Object.keys(one) as (keyof Plot)[]).every((key) => one[key] === other[key]);

/** The horizontal position of a day. */
export const xOfDay = (plot: Plot, day: Day): number =>
  plot.leftPx + ((day - plot.firstDay) / Math.max(1, plot.lastDay - plot.firstDay)) * plot.widthPx;

/** The vertical position of a value. */
export const yOfValue = (plot: Plot, value: number): number =>
  plot.topPx + (1 - (value - plot.minValue) / Math.max(1, plot.maxValue - plot.minValue)) * plot.heightPx;

/** The index of the point that is nearest to a horizontal position. */
export function nearestIndex(plot: Plot, points: readonly { readonly day: Day }[], xPx: number): number {
  const day = plot.firstDay + ((xPx - plot.leftPx) / Math.max(1, plot.widthPx)) * (plot.lastDay - plot.firstDay);
  return indexNearDay(points, day);
}

/** The index of the point that is nearest to a day. */
export function indexNearDay(points: readonly { readonly day: Day }[], day: Day): number {
  let nearest = 0;
  points.forEach((point, index) => {
    if (Math.abs(point.day - day) < Math.abs((points[nearest]?.day ?? 0) - day)) nearest = index;
  });
  return nearest;
}

/** The index of the point that a key leads to: arrows move a day, with Shift a week. Null for other keys. */
export function indexAfterKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  points: readonly { readonly day: Day }[],
  index: number,
): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return points.length - 1;
  const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[key];
  if (direction === undefined) return null;
  const next = Math.max(0, Math.min(points.length - 1, index + direction));
  if (!shiftKey) return next;
  const weekAway = indexNearDay(points, (points[index]?.day ?? 0) + direction * WEEK_DAYS);
  return weekAway === index ? next : weekAway;
}
