import { type Day, MINUTES_PER_DAY } from '#domain/days';

/** The days that a sparkline shows, up to today, and the days of each of its points. */
export const SPARKLINE_DAYS = 90;
const DAYS_PER_POINT = 3;
export const SPARKLINE_POINTS = SPARKLINE_DAYS / DAYS_PER_POINT;

/** The heights of a point, lowest first. */
const HEIGHTS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const MAX_HEIGHT = HEIGHTS.length - 1;
/** A point without a reading. */
const GAP = ' ';

/** The first minute that the sparkline of a day shows. */
export const firstSparklineMinute = (today: Day): number => (today - SPARKLINE_DAYS + 1) * MINUTES_PER_DAY;

/**
 * The counts of the last 90 days as a text of 30 characters, one for the last reading of each three days: 64 heights from `A` to `_`
 * between the smallest and the largest count, and a space without a reading. Null with fewer than two readings to show.
 *
 * @param at the crawl times, oldest first, in minutes since 1970
 */
export function sparklineOf(at: readonly number[], counts: readonly (number | null)[], today: Day): string | null {
  const firstMinute = firstSparklineMinute(today);
  const points: (number | null)[] = Array.from({ length: SPARKLINE_POINTS }, () => null);
  at.forEach((minute, index) => {
    const point = Math.floor((minute - firstMinute) / (DAYS_PER_POINT * MINUTES_PER_DAY));
    const count = counts[index] ?? null;
    if (point >= 0 && point < SPARKLINE_POINTS && count !== null) points[point] = count;
  });
  const known = points.filter((point) => point !== null);
  if (known.length < 2) return null;
  const [min, max] = [Math.min(...known), Math.max(...known)];
  const heightOf = (count: number) => (max === min ? MAX_HEIGHT / 2 : ((count - min) / (max - min)) * MAX_HEIGHT);
  return points.map((count) => (count === null ? GAP : HEIGHTS.charAt(Math.round(heightOf(count))))).join('');
}

/** The heights of a sparkline's points, from 0 to 63; null without a reading. */
export const sparklineHeights = (text: string): (number | null)[] =>
  Array.from(text, (character) => (HEIGHTS.includes(character) ? HEIGHTS.indexOf(character) : null));
