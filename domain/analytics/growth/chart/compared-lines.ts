import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import type { Day } from '#domain/days';
import { oneDecimal } from '#domain/numbers';

/** How a comparison draws its lines: the counts, or each as an index that starts at 100. */
export const scales = ['count', 'index'] as const;
export type Scale = (typeof scales)[number];

export const INDEX_START = 100;
/** From this ratio on, a line of counts would lie flat at the bottom. */
const MAX_COUNT_RATIO = 20;

/** With one point there is nothing to draw. */
const isLine = (points: readonly DayPoint[]): boolean => points.length > 1;

/** The scale that suits the lines: an index where the largest latest count is more than 20 times the smallest, and each line has one. */
export function suitableScale(lines: readonly (readonly DayPoint[])[]): Scale {
  const drawn = lines.filter(isLine);
  const counts = drawn.flatMap((points) => points.at(-1)?.value ?? []).filter((count) => count > 0);
  const isFlat = Math.max(...counts) > MAX_COUNT_RATIO * Math.min(...counts);
  return isFlat && indexedLines(drawn).every(isLine) ? 'index' : 'count';
}

/** The first day by which every line has a reading; null without any. */
export function firstCommonDay(lines: readonly (readonly DayPoint[])[]): Day | null {
  const firstDays = lines.filter(isLine).flatMap((points) => points[0]?.day ?? []);
  return firstDays.length === 0 ? null : Math.max(...firstDays);
}

/**
 * The readings of each line in percent of its newest one on or before the first common day, from that one on, with one decimal. A line whose
 * first reading there is 0 has no index, so it is empty.
 */
export function indexedLines(lines: readonly (readonly DayPoint[])[]): readonly (readonly DayPoint[])[] {
  const commonDay = firstCommonDay(lines) ?? 0;
  return lines.map((points) => {
    const start = points.findLastIndex(({ day }) => day <= commonDay);
    const base = points[start]?.value ?? 0;
    if (base <= 0) return [];
    return points.slice(start).map(({ day, value }) => ({ day, value: oneDecimal((value / base) * INDEX_START) }));
  });
}
