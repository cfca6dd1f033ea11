import type { TimeSeries } from '#domain/catalog/detail-contract';
import { growthPercent } from '#domain/analytics/growth/growth';
import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import type { Metric } from '#domain/catalog/metrics';
import { priors } from '#domain/analytics/growth/momentum';
import { removeZeroDropouts, removeOutliers, fillSeries, ScoredSeries } from '#domain/analytics/growth/momentum-series';
import { type Day, parseDay } from '#domain/days';
import { compactNumber, formatCount, percentLabel, wholeNumber } from '#domain/numbers';
import { formatDayRange } from '../format';

export interface ChartPoint {
  /** UTC day, `2026-08-23`. */
  readonly day: string;
  readonly value: number;
}

/** The days of a series with a value, oldest first. */
export function knownPoints(series: TimeSeries): ChartPoint[] {
  return series.x.flatMap((day, index) => {
    const value = series.y[index];
    return typeof value === 'number' ? [{ day, value }] : [];
  });
}

/** The period whose outlier rule applies to charts of any length. */
const OUTLIER_RULE_DAYS = 30;

/** The points without those that the momentum score ignores as failed crawls; the first and the last one stay. */
export function withoutFailedCrawls(points: readonly ChartPoint[], metric: Metric): readonly ChartPoint[] {
  const allSeries = new ScoredSeries();
  const cleanSeries = new ScoredSeries();
  fillSeries(
    allSeries,
    points.map(({ day }) => parseDay(day) ?? 0),
    points.map(({ value }) => value),
    points.length,
    priors[metric],
  );
  const endDays = [allSeries.days[0] ?? 0, allSeries.days[allSeries.length - 1] ?? 0];
  removeZeroDropouts(allSeries, 0, allSeries.length, cleanSeries);
  removeOutliers(cleanSeries, OUTLIER_RULE_DAYS);
  const shownDays = new Set([...endDays, ...cleanSeries.days.subarray(0, cleanSeries.length)]);
  return points.filter(({ day }) => shownDays.has(parseDay(day) ?? 0));
}

/** A sentence about the points that a line leaves out; null when it shows all. */
export function omissionText(failedCount: number, hasGaps: boolean): string | null {
  const sentences = [
    ...(failedCount > 0
      ? [`${formatCount(failedCount, 'reading', 'readings')} ignored as ${failedCount === 1 ? 'a failed crawl' : 'failed crawls'}.`]
      : []),
    ...(hasGaps ? ['Gaps: no reading on those days.'] : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** What stands where a line would have fewer than two points. */
export const ONE_READING_SENTENCE = 'Growth appears after a second import.';

/** Describes a line in one sentence: `Followers rose from 12.1K to 15.8K, +30.6%, Aug 1 to Oct 30.` Null with fewer than two points. */
export function trendSummary(name: string, points: readonly ChartPoint[]): string | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const span = formatDayRange(first.day, last.day);
  if (first.value === last.value) return `${name} stayed at ${compactNumber(last.value)}, ${percentLabel(0)}, ${span}.`;
  const growth = growthPercent(last.value, first.value);
  const verb = last.value > first.value ? 'rose' : 'fell';
  // Counts that are alike when shortened are written in full.
  const label = compactNumber(first.value) === compactNumber(last.value) ? wholeNumber : compactNumber;
  return `${name} ${verb} from ${label(first.value)} to ${label(last.value)}, ${percentLabel(growth)}, ${span}.`;
}

/** The longest distance in days that a line bridges: a day; for series with fewer readings, twice their median distance. */
function maxBridgedDays(distances: readonly number[]): number {
  const median = distances.toSorted((a, b) => a - b)[Math.floor((distances.length - 1) / 2)] ?? 1;
  return median > 1 ? 2 * median : 1;
}

/** A point of a line; a value of null is a gap. */
export interface LinePoint {
  readonly day: Day;
  readonly value: number | null;
}

/** The points of a series with their days as numbers. */
export const toDayPoints = (points: readonly ChartPoint[]): DayPoint[] =>
  points.map(({ day, value }) => ({ day: parseDay(day) ?? 0, value }));

/** The pairs of adjacent points that no line connects, because days without a reading lie between them. */
export function gapsOf(points: readonly DayPoint[]): (readonly [DayPoint, DayPoint])[] {
  const pairs = points.slice(1).map((point, index) => [points[index] ?? point, point] as const);
  const maxDays = maxBridgedDays(pairs.map(([before, after]) => after.day - before.day));
  return pairs.filter(([before, after]) => after.day - before.day > maxDays);
}

/** The points of a line with a point without a value in every gap. */
export function toLinePoints(points: readonly ChartPoint[]): LinePoint[] {
  const known = toDayPoints(points);
  const afterGaps = new Set(gapsOf(known).map(([, after]) => after));
  return known.flatMap((point): LinePoint[] => (afterGaps.has(point) ? [{ day: point.day - 1, value: null }, point] : [point]));
}

/** A line whose last day is not over: it ends the day before, and a dashed one leads on to the last value so far. */
export const withOpenEnd = (points: readonly LinePoint[]) => {
  const last = points.at(-1);
  return { points: points.slice(0, -1), dashedPoints: points.slice(-2), ...(last ? { endDay: last.day } : {}) };
};
