import type { TimeSeries } from '#domain/catalog/detail-contract';
import { growthPercent } from '#domain/analytics/growth/growth';
import type { Metric } from '#domain/catalog/metrics';
import { priors } from '#domain/analytics/growth/momentum';
import { removeZeroDropouts, removeOutliers } from '#domain/analytics/growth/momentum-cleaning';
import { loadSeries, ScoredSeries } from '#domain/analytics/growth/momentum-series';
import { type Day, parseDay } from '#domain/days';
import { compactNumber, percentLabel } from '#domain/numbers';
import { formatCount, formatDayRange } from '../format';

export interface ChartPoint {
  /** UTC day, `2026-08-23`. */
  readonly day: string;
  readonly value: number;
}

/** The days of a series on which the value is known, oldest first. */
export function knownPoints(series: TimeSeries): ChartPoint[] {
  return series.x.flatMap((day, index) => {
    const value = series.y[index];
    return typeof value === 'number' ? [{ day, value }] : [];
  });
}

/** Days of the period whose rule for outliers holds for a line, however long the line is. */
const OUTLIER_RULE_DAYS = 30;

/** The points without those that the momentum score takes for failed crawls too; the last one stays, it is the count of today. */
export function withoutFailedCrawls(points: readonly ChartPoint[], metric: Metric): readonly ChartPoint[] {
  const allSeries = new ScoredSeries();
  const cleanSeries = new ScoredSeries();
  loadSeries(
    allSeries,
    points.map(({ day }) => parseDay(day) ?? 0),
    points.map(({ value }) => value),
    points.length,
    priors[metric],
  );
  const endDays = [allSeries.days[0] ?? 0, allSeries.days[allSeries.length - 1] ?? 0];
  removeZeroDropouts(allSeries, 0, allSeries.length, cleanSeries);
  removeOutliers(cleanSeries, OUTLIER_RULE_DAYS);
  const keptDays = new Set([...endDays, ...cleanSeries.days.subarray(0, cleanSeries.length)]);
  return points.filter(({ day }) => keptDays.has(parseDay(day) ?? 0));
}

/** What a line leaves out, in words; null when it shows all there is. */
export function omissionText(failedCount: number, hasGaps: boolean): string | null {
  const sentences = [
    ...(failedCount > 0
      ? [`${formatCount(failedCount, 'reading', 'readings')} left out as ${failedCount === 1 ? 'a failed crawl' : 'failed crawls'}.`]
      : []),
    ...(hasGaps ? ['The line has gaps at days without a reading.'] : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** What the line says, in one sentence: `Followers rose from 12.1K to 15.8K, +30.6 %, 1 Aug to 30 Oct.` Null with fewer than two points. */
export function trendSummary(name: string, points: readonly ChartPoint[]): string | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const span = formatDayRange(first.day, last.day);
  if (first.value === last.value) return `${name} stayed at ${compactNumber(last.value)}, ${percentLabel(0)}, ${span}.`;
  const growth = growthPercent(last.value, first.value);
  const verb = last.value > first.value ? 'rose' : 'fell';
  return `${name} ${verb} from ${compactNumber(first.value)} to ${compactNumber(last.value)}, ${percentLabel(growth)}, ${span}.`;
}

/** The longest way between two counts, in days, that is one line: a day; for series seen more seldom, twice their usual distance. */
function maxBridgedDays(distances: readonly number[]): number {
  const usual = distances.toSorted((a, b) => a - b)[Math.floor((distances.length - 1) / 2)] ?? 1;
  return usual > 1 ? 2 * usual : 1;
}

/** A point of a line; without a value the line has a gap there. */
export interface LinePoint {
  readonly day: Day;
  readonly value: number | null;
}

/** The points of a line, with a place without a value wherever a gap is to be seen. */
export function toLinePoints(points: readonly ChartPoint[]): LinePoint[] {
  const known = points.map(({ day, value }) => ({ day: parseDay(day) ?? 0, value }));
  const distances = known.slice(1).map(({ day }, index) => day - (known[index]?.day ?? day));
  const maxDays = maxBridgedDays(distances);
  return known.flatMap((point, index): LinePoint[] =>
    (distances[index - 1] ?? 0) > maxDays ? [{ day: point.day - 1, value: null }, point] : [point],
  );
}
