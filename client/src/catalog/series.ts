import type { TimeSeries } from '#domain/catalog/entity';
import { growthPercent } from '#domain/analytics/growth';
import type { Metric } from '#domain/analytics/metrics';
import { priors } from '#domain/analytics/momentum';
import { keepSnapshots, removeOutliers } from '#domain/analytics/momentum-cleaning';
import { load, ScoredSeries } from '#domain/analytics/momentum-series';
import { type Day, parseDay } from '#domain/days';
import { compactNumber, percentLabel } from '#domain/numbers';
import { counted, spanName } from '../ui/words';

export interface Point {
  /** UTC day, `2026-08-23`. */
  readonly day: string;
  readonly value: number;
}

/** The days of a series on which the value is known, oldest first. */
export function knownPoints(series: TimeSeries): Point[] {
  return series.x.flatMap((day, index) => {
    const value = series.y[index];
    return typeof value === 'number' ? [{ day, value }] : [];
  });
}

/** Days of the period whose rule for outliers holds for a line, however long the line is. */
const RULE_DAYS = 30;

/** The points without those that the momentum score takes for failed crawls too; the last one stays, it is the count of today. */
export function believedPoints(points: readonly Point[], metric: Metric): readonly Point[] {
  const known = new ScoredSeries();
  const kept = new ScoredSeries();
  load(
    known,
    points.map(({ day }) => parseDay(day) ?? 0),
    points.map(({ value }) => value),
    points.length,
    priors[metric],
  );
  const ends = [known.days[0] ?? 0, known.days[known.length - 1] ?? 0];
  keepSnapshots(known, 0, known.length, kept);
  removeOutliers(kept, RULE_DAYS);
  const days = new Set([...ends, ...kept.days.subarray(0, kept.length)]);
  return points.filter(({ day }) => days.has(parseDay(day) ?? 0));
}

/** What a line leaves out, in words; null when it shows all there is. */
export function omissionsOf(failed: number, hasGaps: boolean): string | null {
  const said = [
    ...(failed > 0 ? [`${counted(failed, 'reading', 'readings')} left out as ${failed === 1 ? 'a failed crawl' : 'failed crawls'}.`] : []),
    ...(hasGaps ? ['The line has gaps at days without a reading.'] : []),
  ];
  return said.length === 0 ? null : said.join(' ');
}

/** What the line says, in one sentence: `Followers rose from 12.1K to 15.8K, +30.6 %, 1 Aug to 30 Oct.` Null with fewer than two points. */
export function summaryOf(name: string, points: readonly Point[]): string | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const span = spanName(first.day, last.day);
  if (first.value === last.value) return `${name} stayed at ${compactNumber(last.value)}, ${percentLabel(0)}, ${span}.`;
  const growth = growthPercent(last.value, first.value);
  const verb = last.value > first.value ? 'rose' : 'fell';
  return `${name} ${verb} from ${compactNumber(first.value)} to ${compactNumber(last.value)}, ${percentLabel(growth)}, ${span}.`;
}

/** The longest way between two counts, in days, that is one line: a day; for series seen more seldom, twice their usual distance. */
function longestBridge(distances: readonly number[]): number {
  const usual = distances.toSorted((a, b) => a - b)[Math.floor((distances.length - 1) / 2)] ?? 1;
  return usual > 1 ? 2 * usual : 1;
}

/** A point of a line; without a value the line has a gap there. */
export interface DrawnPoint {
  readonly day: Day;
  readonly value: number | null;
}

/** The points of a line, with a place without a value wherever a gap is to be seen. */
export function drawnPoints(points: readonly Point[]): DrawnPoint[] {
  const known = points.map(({ day, value }) => ({ day: parseDay(day) ?? 0, value }));
  const distances = known.slice(1).map(({ day }, index) => day - (known[index]?.day ?? day));
  const longest = longestBridge(distances);
  return known.flatMap((point, index): DrawnPoint[] =>
    (distances[index - 1] ?? 0) > longest ? [{ day: point.day - 1, value: null }, point] : [point],
  );
}
