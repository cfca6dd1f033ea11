import { DAY_MS, MINUTE_MS } from '#domain/durations';
import { perLocale } from '#domain/site/reader';

/** A UTC day as whole days since 1970-01-01: the unit of every series. */
export type Day = number;

export const MINUTES_PER_DAY = DAY_MS / MINUTE_MS;

/** The UTC day in which an instant lies. */
export const dayOf = (instant: Date): Day => Math.floor(instant.getTime() / DAY_MS);

/** The label of a day, such as `2026-08-23`; years 0001 to 9999. */
export const dayLabel = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const twoDigitDates = Array.from({ length: 31 }, (_, index) => String(index + 1).padStart(2, '0'));
const SHORTEST_MONTH_DAYS = 28;

/** The labels of all days from one to another, inclusive. Built month by month, because formatting every day is slow. */
export function dayLabels(firstDay: Day, lastDay: Day): string[] {
  const labels: string[] = [];
  while (firstDay + labels.length <= lastDay) {
    const day = firstDay + labels.length;
    const label = dayLabel(day);
    const [month, dayOfMonth] = [label.slice(0, 8), Number(label.slice(8))];
    const endOfMonth = Math.min(Math.max(dayOfMonth, SHORTEST_MONTH_DAYS), dayOfMonth + lastDay - day);
    for (const twoDigitDate of twoDigitDates.slice(dayOfMonth - 1, endOfMonth)) labels.push(month + twoDigitDate);
  }
  return labels;
}

/** Parses a label like `2026-08-23`; null when there is no such day, like `2026-02-30`. */
export function parseDay(label: string): Day | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(label)) return null;
  const time = Date.parse(`${label}T00:00:00Z`);
  // `Date.parse` returns NaN, or turns a day that its month does not have into one of the next month.
  return new Date(time).getUTCDate() === Number(label.slice(8)) ? Math.floor(time / DAY_MS) : null;
}

/** Whether a locale writes the day before the month. */
const isDayFirst = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' }).formatToParts(0).find(({ type }) => type !== 'literal')?.type ===
  'day';

/**
 * Makes the function that writes instants in a locale, in UTC unless the options say otherwise. The names of months are English, as all
 * texts are, so that the locale decides only whether the day comes first.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (instant: Date | number, locale?: string) => string {
  const formatOf = perLocale((locale) => new Intl.DateTimeFormat(isDayFirst(locale) ? 'en-GB' : 'en-US', { timeZone: 'UTC', ...options }));
  return (instant, locale) => formatOf(locale).format(instant);
}

const dayAndMonth = { day: 'numeric', month: 'short' } as const;
const formatDayAndMonth = /* @__PURE__ */ dateFormat(dayAndMonth);
const formatFullDate = /* @__PURE__ */ dateFormat({ ...dayAndMonth, year: 'numeric' });

/** `Aug 1, 2026`, or `1 Aug 2026` where the day comes first. */
export const longDay = (day: Day, locale?: string): string => formatFullDate(day * DAY_MS, locale);

/** `Aug 1`; with a day to compare with, `Aug 1, 2023` for a day of another year. */
export const shortDay = (day: Day, today: Day = day, locale?: string): string =>
  isSameYear(day, today) ? formatDayAndMonth(day * DAY_MS, locale) : longDay(day, locale);

/** What a clock shows in a time zone: the day, and the hour from 0 to 23. */
export function clockIn(timeZone: string, instant: Date): { readonly day: Day; readonly hour: number } {
  const options = { timeZone, year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', hourCycle: 'h23' } as const;
  const parts = new Intl.DateTimeFormat('en-US', options).formatToParts(instant);
  const [year, month, day, hour] = (['year', 'month', 'day', 'hour'] as const).map((name) =>
    Number(parts.find(({ type }) => type === name)?.value),
  ) as [number, number, number, number];
  return { day: dayOf(new Date(Date.UTC(year, month - 1, day))), hour };
}

/** Whether two days are of one year. */
export const isSameYear = (one: Day, other: Day): boolean => yearOf(one) === yearOf(other);

export const yearOf = (day: Day): number => new Date(day * DAY_MS).getUTCFullYear();

const DAYS_PER_MONTH = 30.4375;
const DAYS_PER_YEAR = 365.25;

/** How long ago a number of days is: `today`, `yesterday`, `12 days ago`, `4 months ago`, `3 years ago`. */
export function timeAgo(days: number): string {
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 60) return `${days} days ago`;
  if (days < 2 * DAYS_PER_YEAR) return `${Math.round(days / DAYS_PER_MONTH)} months ago`;
  return `${Math.floor(days / DAYS_PER_YEAR)} years ago`;
}

/** A UTC month: its first day, and the first day after it. */
export interface Month {
  /** `2026_11` */
  readonly label: string;
  readonly from: Day;
  readonly to: Day;
}

const monthAt = (year: number, month: number): Month => {
  const first = new Date(Date.UTC(year, month, 1));
  return {
    label: first.toISOString().slice(0, 7).replace('-', '_'),
    from: dayOf(first),
    to: dayOf(new Date(Date.UTC(year, month + 1, 1))),
  };
};

/** The month in which a day lies. */
export function monthOfDay(day: Day): Month {
  const date = new Date(day * DAY_MS);
  return monthAt(date.getUTCFullYear(), date.getUTCMonth());
}

/** The months from that of one day to that of another, and `extraMonths` after it. */
export function monthsBetween(from: Day, to: Day, extraMonths = 0): Month[] {
  const [first, last] = [new Date(from * DAY_MS), new Date(to * DAY_MS)];
  const count = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth() + 1 + extraMonths;
  return Array.from({ length: Math.max(0, count) }, (_, index) => monthAt(first.getUTCFullYear(), first.getUTCMonth() + index));
}

/** Parses a month's label; null when it names no month. */
export function parseMonth(label: string): Month | null {
  const [, year, month] = /^(\d{4})_(0[1-9]|1[0-2])$/.exec(label) ?? [];
  return year && month ? monthAt(Number(year), Number(month) - 1) : null;
}
