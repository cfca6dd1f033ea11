import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import { type Day, shortDay } from '#domain/days';
import { oneDecimal, signedNumber, wholeNumber } from '#domain/numbers';

/** The gain per day over the days that end with `day`; negative for a loss. */
export interface Gain extends DayPoint {
  /** The days that it covers. */
  readonly days: number;
}

/** Lines of at least this many days have a gain for each week. */
const MIN_WEEKLY_DAYS = 180;
const WEEK_DAYS = 7;

/** The gain per day between adjacent readings: a change over several days counts as equal ones. */
export const gainsPerDay = (points: readonly DayPoint[]): readonly Gain[] =>
  points.slice(1).map(({ day, value }, index) => {
    const before = points[index] ?? { day, value };
    const days = day - before.day;
    return { day, value: (value - before.value) / days, days };
  });

/** The mean gain per day of each week, the last of which ends with the last gain; the first may be shorter. */
export function weeklyGains(gains: readonly Gain[]): readonly Gain[] {
  const lastDay = gains.at(-1)?.day ?? 0;
  const weeks = new Map<number, { sum: number; days: number }>();
  for (const { day, value, days } of gains)
    for (let one = day - days + 1; one <= day; one++) {
      const key = Math.floor((lastDay - one) / WEEK_DAYS);
      const week = weeks.get(key) ?? { sum: 0, days: 0 };
      weeks.set(key, { sum: week.sum + value, days: week.days + 1 });
    }
  return [...weeks].map(([key, { sum, days }]) => ({ day: lastDay - key * WEEK_DAYS, value: sum / days, days }));
}

/** The gains that a chart of these readings shows, with one decimal, oldest first. */
export function chartedGains(points: readonly DayPoint[]): readonly Gain[] {
  const gains = gainsPerDay(points);
  const isLong = (points.at(-1)?.day ?? 0) - (points[0]?.day ?? 0) >= MIN_WEEKLY_DAYS;
  return (isLong ? weeklyGains(gains) : gains).map((gain) => ({ ...gain, value: oneDecimal(gain.value) }));
}

/** The gain with the largest value, the earliest of equal ones; undefined without a rise. */
export const bestGain = (gains: readonly Gain[]): Gain | undefined => {
  const max = Math.max(0, ...gains.map(({ value }) => value));
  return max > 0 ? gains.find(({ value }) => value === max) : undefined;
};

/** A gain per day in words: `+1,204`, `-3.5`, `0`. */
export const gainText = (value: number): string => signedNumber(oneDecimal(value));

/** The largest gain in words: `best day Nov 3: +57`, or `best +57 a day, Oct 20 to Nov 3` over several days, none of which is known. */
export const bestGainText = ({ day, value, days }: Gain, today: Day): string =>
  days === 1
    ? `best day ${shortDay(day, today)}: ${gainText(value)}`
    : `best ${gainText(value)} a day, ${shortDay(day - days, today)} to ${shortDay(day, today)}`;

/** The first and the last reading and the best day of a line: `Aug 27: 1,204; Nov 24: 1,530; best day Nov 3: +57`. */
export function lineText(points: readonly DayPoint[], today: Day): string {
  const best = bestGain(gainsPerDay(points));
  const ends = [points[0], points.at(-1)].flatMap((point) => (point ? [`${shortDay(point.day, today)}: ${wholeNumber(point.value)}`] : []));
  return [...ends, ...(best ? [bestGainText(best, today)] : [])].join('; ');
}
