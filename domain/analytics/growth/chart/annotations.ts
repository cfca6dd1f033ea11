import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import { MIN_JUMP_GAIN_SHARE, MIN_JUMP_READINGS } from '#domain/analytics/growth/jump-share';
import { type Day, isSameYear, shortDay } from '#domain/days';
import { wholeNumber } from '#domain/numbers';

/** A day whose step is at least this share of the whole gain is annotated. */
const MIN_ANNOTATED_SHARE = 0.2;
const MAX_ANNOTATIONS = 3;
/** A smaller step is no jump, however large its share of a small gain. */
const MIN_ANNOTATED_SIZE = 5;

/** A step of a line that brought a large part of its gain. */
export interface JumpAnnotation extends DayPoint {
  /** The change from the reading before, and the days between the two. */
  readonly size: number;
  readonly days: number;
}

/** The largest steps of a line, oldest first. A step over several days counts as equal steps; too small a gain has none. */
export function jumpAnnotations(points: readonly DayPoint[]): readonly JumpAnnotation[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < MIN_JUMP_READINGS) return [];
  const gain = last.value - first.value;
  if (gain <= 0 || gain < MIN_JUMP_GAIN_SHARE * first.value) return [];
  const steps = points.slice(1).map((point, index): JumpAnnotation => {
    const before = points[index] ?? first;
    return { ...point, size: point.value - before.value, days: point.day - before.day };
  });
  return steps
    .filter(({ size, days }) => size >= MIN_ANNOTATED_SIZE && size / days >= MIN_ANNOTATED_SHARE * gain)
    .toSorted((a, b) => b.size / b.days - a.size / a.days)
    .slice(0, MAX_ANNOTATIONS)
    .toSorted((a, b) => a.day - b.day);
}

/** `Nov 14: +972 in one day`, or `+972 between Nov 10 and Nov 14, 2022`: on which of these days is unknown. */
export const annotationText = ({ day, size, days }: JumpAnnotation, today: Day): string =>
  days === 1
    ? `${shortDay(day, today)}: +${wholeNumber(size)} in one day`
    : `+${wholeNumber(size)} between ${shortDay(day - days, isSameYear(day - days, day) ? day - days : today)} and ${shortDay(day, today)}`;
