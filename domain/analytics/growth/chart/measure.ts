import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import { growthPercent } from '#domain/analytics/growth/growth';
import { type Day, parseDay, shortDay } from '#domain/days';
import { fixedNumber, formatCount, percentLabel, signedNumber, wholeNumber } from '#domain/numbers';

/** The change of a count between two readings, the earlier one first. */
export interface MeasuredChange {
  readonly from: DayPoint;
  readonly to: DayPoint;
  readonly change: number;
  /** Null from 0 on, which has no percentage. */
  readonly percent: number | null;
  readonly days: number;
}

/** Measures between two readings in any order; null where they are of one day. */
export function measureBetween(one: DayPoint, other: DayPoint): MeasuredChange | null {
  if (one.day === other.day) return null;
  const [from, to] = one.day < other.day ? [one, other] : [other, one];
  const percent = from.value === 0 ? null : growthPercent(to.value, from.value);
  return { from, to, change: to.value - from.value, percent, days: to.day - from.day };
}

/** `Oct 9 to Oct 24`; with the year of a day that is not in the present one. */
const measuredDays = ({ from, to }: MeasuredChange, today: Day): string => `${shortDay(from.day, today)} to ${shortDay(to.day, today)}`;

/** `Oct 9 to Oct 24: 438 to 706, +268, +61.2%, 15 days` */
export function measureText(measure: MeasuredChange, today: Day): string {
  const { from, to, change, percent, days } = measure;
  const parts = [
    `${wholeNumber(from.value)} to ${wholeNumber(to.value)}`,
    signedNumber(change),
    ...(percent === null ? [] : [percentLabel(percent)]),
    formatCount(days, 'day', 'days'),
  ];
  return `${measuredDays(measure, today)}: ${parts.join(', ')}`;
}

/** `Oct 9 to Oct 24, plus 61.2 percent`, as a screen reader speaks it. */
export function spokenMeasure(measure: MeasuredChange, today: Day): string {
  const { change, percent } = measure;
  const sign = change > 0 ? 'plus ' : change < 0 ? 'minus ' : '';
  const size = percent === null ? wholeNumber(Math.abs(change)) : `${fixedNumber(Math.abs(percent), 1)} percent`;
  return `${measuredDays(measure, today)}, ${sign}${size}`;
}

/** A part of a line, both days included. */
export interface DayWindow {
  readonly from: Day;
  readonly to: Day;
}

/** Parses the days of a window; null unless both exist and the second is later. */
export function parseDayWindow(from: string | null, to: string | null): DayWindow | null {
  const [first, last] = [parseDay(from ?? ''), parseDay(to ?? '')];
  return first !== null && last !== null && first < last ? { from: first, to: last } : null;
}

/** The readings in a window, oldest first. */
export const pointsOfWindow = <P extends DayPoint>(points: readonly P[], { from, to }: DayWindow): readonly P[] =>
  points.filter(({ day }) => day >= from && day <= to);
