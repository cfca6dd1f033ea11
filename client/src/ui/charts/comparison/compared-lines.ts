import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import { dayLabel } from '#domain/days';
import { saveCsv } from '../../../api/download';
import { formatDayRange } from '../../format';
import type { ComparedLine } from './comparison-chart';

/** Describes lines in a sentence for those who do not see them. */
export function linesSummary(name: string, lines: readonly ComparedLine[], format: (value: number) => string): string {
  const days = lines.flatMap(({ points }) => points.map(({ day }) => day));
  const ends = lines.map((line) => `${line.name} from ${format(line.points[0]?.value ?? 0)} to ${format(line.points.at(-1)?.value ?? 0)}`);
  return `${name}, ${formatDayRange(dayLabel(Math.min(...days)), dayLabel(Math.max(...days)))}: ${ends.join('; ')}.`;
}

/** Saves lines as a table: a row per day, a column per line. */
export function saveLines(fileName: string, names: readonly string[], lines: readonly (readonly DayPoint[])[]): void {
  const days = [...new Set(lines.flatMap((points) => points.map(({ day }) => day)))].toSorted((a, b) => a - b);
  const values = lines.map((points) => new Map(points.map(({ day, value }) => [day, value])));
  saveCsv(
    fileName,
    ['day', ...names],
    days.map((day) => [dayLabel(day), ...values.map((valueOn) => valueOn.get(day) ?? null)]),
  );
}
