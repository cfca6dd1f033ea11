import type { InterestPoint } from '#domain/keywords/interest/search-interest';
import { type Day, yearOf } from '#domain/days';
import { DAY_MS } from '#domain/durations';

/** How many weeks a season is read from, and how many of them need a value. */
export const SEASON_WEEKS = 52;
export const MIN_WEEKLY_VALUES = 50;

/** A keyword has a season if its highest week is half as high again as the average one. */
export const MIN_PEAK_RATIO = 1.5;

/** The rise starts after the last week that is at most this share of the way from the lowest week to the highest. */
export const RISE_SHARE = 0.25;

/** How long before a rise pins are to be published, unless a setting says otherwise: they need weeks to be found. */
export const DEFAULT_LEAD_DAYS = 45;

/** A curve whose last value is older says so. */
export const MAX_CURVE_AGE_DAYS = 730;

const DAYS_PER_WEEK = 7;

/** What a curve says about the season of a keyword: the week in which its interest starts to rise, in the newest 52 weeks; or why not. */
type CurveSeason =
  { readonly state: 'known'; readonly rise: Day } | { readonly state: 'even' } | { readonly state: 'short'; readonly weeks: number };

interface Week {
  /** Its first day with a value. */
  readonly day: Day;
  /** The average of its values. */
  readonly value: number;
}

/** The weeks with a value among the newest 52, which end with the last point; oldest first. */
function newestWeeks(points: readonly InterestPoint[], lastDay: Day): Week[] {
  const firstDay = lastDay - SEASON_WEEKS * DAYS_PER_WEEK + 1;
  const newest = points.filter(({ day }) => day >= firstDay && day <= lastDay);
  const weeks = Map.groupBy(newest, ({ day }) => Math.floor((day - firstDay) / DAYS_PER_WEEK));
  return [...weeks]
    .sort(([one], [other]) => one - other)
    .map(([, values]) => ({ day: values[0]!.day, value: values.reduce((sum, { value }) => sum + value, 0) / values.length }));
}

/** A week without a value. */
const NO_VALUE = '-';

/** The values of the newest 52 weeks of a curve as a text, oldest first: `12 15 - 20`; null without any. */
export function weeklyText(points: readonly InterestPoint[]): string | null {
  const lastDay = points.at(-1)?.day;
  if (lastDay === undefined) return null;
  const values = Array.from({ length: SEASON_WEEKS }, () => NO_VALUE);
  for (const { day, value } of newestWeeks(points, lastDay))
    values[SEASON_WEEKS - 1 - Math.floor((lastDay - day) / DAYS_PER_WEEK)] = String(Math.round(value));
  return values.join(' ');
}

/** The values in such a text; null for a week without one. */
export const weeklyValues = (text: string): (number | null)[] =>
  text.split(' ').map((value) => (value === NO_VALUE ? null : Number(value)));

/**
 * The season of a curve. From its highest week, it goes back, from the first week to the last as if the year were a circle, to a week whose
 * interest is low; the week after that is the start of the rise.
 */
export function seasonOfCurve(points: readonly InterestPoint[]): CurveSeason {
  const lastDay = points.at(-1)?.day;
  const weeks = lastDay === undefined ? [] : newestWeeks(points, lastDay);
  if (weeks.length < MIN_WEEKLY_VALUES) return { state: 'short', weeks: weeks.length };
  const values = weeks.map(({ value }) => value);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (highest === 0 || highest < MIN_PEAK_RATIO * average) return { state: 'even' };
  const low = lowest + RISE_SHARE * (highest - lowest);
  let start = values.indexOf(highest);
  const before = (week: number): number => (week + weeks.length - 1) % weeks.length;
  while (values[before(start)]! > low) start = before(start);
  return { state: 'known', rise: weeks[start]!.day };
}

/** The same date in another year; February 29 becomes February 28. */
function inYear(day: Day, year: number): Day {
  const date = new Date(day * DAY_MS);
  const moved = new Date(Date.UTC(year, date.getUTCMonth(), date.getUTCDate()));
  if (moved.getUTCMonth() !== date.getUTCMonth()) moved.setUTCDate(0);
  return moved.getTime() / DAY_MS;
}

/** A day moved forward by whole years, as few as possible, so that it is not before today. */
export function moveForward(day: Day, today: Day): Day {
  let year = Math.max(yearOf(day), yearOf(today));
  if (inYear(day, year) < today) year++;
  return Math.max(day, inYear(day, year));
}

/** When to publish pins for a keyword, and the rise that they should be there for. */
interface PublishBy {
  readonly rise: Day;
  readonly publishBy: Day;
}

/** The next rise and the day to publish by: the rise minus the lead time, which is past where the rise is nearer than that. */
export function publishByOf(rise: Day, today: Day, leadDays: number): PublishBy {
  const next = moveForward(rise, today);
  return { rise: next, publishBy: next - leadDays };
}

/** Whether a curve is too old to trust its season without saying so. */
export const isOldCurve = (lastDay: Day, today: Day): boolean => today - lastDay > MAX_CURVE_AGE_DAYS;
