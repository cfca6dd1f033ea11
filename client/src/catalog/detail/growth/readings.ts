import { bestGain, bestGainText, type Gain, gainsPerDay, gainText } from '#domain/analytics/growth/chart/gains';
import { type DayWindow, pointsOfWindow } from '#domain/analytics/growth/chart/measure';
import { type DayPoint, pointsOfPeriod } from '#domain/analytics/growth/chart/period-points';
import type { Board, EntityAnalytics, Pin, Pinner, TimeSeries, VerdictLine } from '#domain/catalog/detail-contract';
import type { Metric } from '#domain/catalog/metrics';
import { type Day, dayLabel } from '#domain/days';
import { inOwnFormats } from '#domain/site/own-formats';
import { type ChartPoint, knownPoints, toDayPoints, withoutFailedCrawls } from '../../../ui/charts/chart-points';
import { saveCsv } from '../../../api/download';
import { formatDayRange } from '../../../ui/format';
import { chosenPeriod, type PeriodChoice } from './detail-view';

/** The count of a metric, which entities of other types do not have. */
export const countOf = (details: { readonly [M in Metric]?: number | null | undefined }, metric: Metric): number | null =>
  details[metric] ?? null;

/** The series of the metrics that have a line. */
export function seriesOf({ time_series: series }: Pick<Board | Pin | Pinner, 'time_series'>): Partial<Record<Metric, TimeSeries>> {
  if ('saves' in series) return { saves: series.saves, repin_count: series.repins };
  if ('monthly_viewers' in series) return { follower_count: series.followers, profile_views: series.monthly_viewers };
  return { follower_count: series.followers, collaborator_count: series.collaborators, pin_count: series.pins };
}

/** Whether an entity has a line: a metric with readings on two days, or days that only Premium shows. */
export function hasLine(details: Pick<Board | Pin | Pinner, 'time_series' | 'history_from' | 'history_limited'>): boolean {
  const lines = Object.values(seriesOf(details)).map((series) => knownPoints(series));
  const firstShown = lines.flatMap(([first]) => first?.day ?? []).toSorted()[0];
  const { history_from: from, history_limited: isLimited } = details;
  return lines.some((points) => points.length > 1) || (isLimited && from !== null && (firstShown === undefined || from < firstShown));
}

/** The readings of a period, or of a window instead, that a line shows, and those that it ignores. */
export function readingsOf(series: TimeSeries, metric: Metric, days: number | null, window: DayWindow | null = null) {
  const all = knownPoints(series);
  const cleaned = new Set(withoutFailedCrawls(all, metric));
  const dayPoints = toDayPoints(all);
  const inPeriod = new Set((window ? pointsOfWindow(dayPoints, window) : pointsOfPeriod(dayPoints, days)).map(({ day }) => dayLabel(day)));
  const readings = all.filter(({ day }) => inPeriod.has(day));
  const isShown = (point: ChartPoint) => cleaned.has(point) || point === readings[0] || point === readings.at(-1);
  return { cleaned: [...cleaned], readings, shown: readings.filter(isShown), ignored: readings.filter((point) => !isShown(point)) };
}

/** The verdict with its lines about growth over the chosen period; over the whole history, those of the longest one. In the reader's formats. */
export function verdictOver(
  { verdict, verdict_by_period: byPeriod }: Pick<Board, 'verdict' | 'verdict_by_period'>,
  period: PeriodChoice,
): readonly VerdictLine[] {
  const lines = byPeriod[chosenPeriod(period) ?? '365_days'] ?? [];
  const chosen = verdict.map((line) => lines.find(({ rule }) => rule === line.rule) ?? line);
  return chosen.map((line) => ({ ...line, text: inOwnFormats(line.text) }));
}

/** The momentum reading of a metric over the chosen period; over the whole history, that of the longest one. */
export const momentumOver = ({ momentum = [] }: Pick<EntityAnalytics, 'momentum'>, metric: Metric, period: PeriodChoice) =>
  momentum.find((reading) => reading.metric === metric && reading.period === (chosenPeriod(period) ?? '365_days'));

/** Saves the gains that a chart shows. */
export const saveGains = (fileName: string, metric: Metric, gains: readonly Gain[]): void =>
  saveCsv(
    fileName,
    ['day', 'days', `${metric}_per_day`],
    gains.map(({ day, days, value }) => [dayLabel(day), days, value]),
  );

/** Saves the readings of a line, with those that it ignores. */
export const saveReadings = (fileName: string, metric: Metric, readings: readonly ChartPoint[], shown: ReadonlySet<ChartPoint>): void =>
  saveCsv(
    fileName,
    ['day', metric, 'ignored'],
    readings.map((point) => [point.day, point.value, shown.has(point) ? '' : 'failed crawl']),
  );

/** `Followers: +10 a day on average, Jul 30 to Oct 28; best day Oct 3: +57.` */
export function gainsSummary(name: string, points: readonly DayPoint[], today: Day): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const mean = gainText((last.value - first.value) / (last.day - first.day));
  const best = bestGain(gainsPerDay(points));
  const range = formatDayRange(dayLabel(first.day), dayLabel(last.day));
  return `${name}: ${mean} a day on average, ${range}${best ? `; ${bestGainText(best, today)}` : ''}.`;
}

/** A line whose last reading is older says so. */
const STALE_AFTER_DAYS = 7;
/** The stale end takes at most this share of the readings' span, so that the line keeps its shape. */
const MAX_STALE_SHARE = 0.25;

/** The day of the last reading, where it is old; null otherwise. */
export function staleDay(points: readonly DayPoint[], today: Day): Day | null {
  const last = points.at(-1);
  return last && today - last.day > STALE_AFTER_DAYS ? last.day : null;
}

/** The last day of a chart: that of the last reading, or later where it is old. */
export function endOfDays(points: readonly DayPoint[], today: Day): Day {
  const [first, last] = [points[0]?.day ?? 0, points.at(-1)?.day ?? 0];
  if (staleDay(points, today) === null) return last;
  return Math.min(today, last + Math.max(1, Math.round((last - first) * MAX_STALE_SHARE)));
}
