import { useRef, useState } from 'react';
import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import { type Day, dayLabel } from '#domain/days';
import { wholeNumber } from '#domain/numbers';
import { classes } from '../../classes';
import { formatDate, formatDay, formatDayRange } from '../../format';
import { Button, ButtonRow } from '../../form/button';
import { useIsNarrow } from '../../use-media';
import { DownloadPicture } from '../picture/download-picture';
import { ComparisonDrawing } from './comparison-drawing';
import { plotOf } from './comparison-layout';
import { LineMark } from './line-mark';
import { DayPointer } from '../day-pointer';
import { useWidthPx } from '../use-width-px';
import { saveCsv } from '../../../api/download';
import chartBox from '../chart-box.module.css';
import styles from './comparison-chart.module.css';

const HEIGHT_PX = 320;
const NARROW_HEIGHT_PX = 260;
/** The room for the names at the ends of the lines. */
const LABEL_WIDTH_PX = 176;
const NARROW_LABEL_WIDTH_PX = 92;

/** A line of a comparison. */
export interface ComparedLine {
  readonly key: string;
  readonly name: string;
  /** The user name of the owner. */
  readonly owner: string | null;
  /** The place in the comparison, which decides about color and shape. */
  readonly index: number;
  /** Oldest first. */
  readonly points: readonly DayPoint[];
}

interface ComparisonChartProps {
  readonly name: string;
  /** At least one line with two points. */
  readonly lines: readonly ComparedLine[];
  readonly formatValue: (value: number) => string;
  /** Sentences about what the lines are based on; those that are empty are left out. */
  readonly notes: readonly (string | false | null)[];
  /** The name of a saved file, without its ending. */
  readonly fileName: string;
  /** What is saved as CSV; by default, the lines as they are drawn. */
  readonly saved?: readonly Pick<ComparedLine, 'name' | 'points'>[];
}

/**
 * Several lines over days, told apart by color, marks, and names at their ends. Above them are the readings of one day, the largest first;
 * below them, what saves them.
 */
export function ComparisonChart({ name, lines, formatValue, notes, fileName, saved = lines }: ComparisonChartProps) {
  const chart = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const widthPx = useWidthPx(chart);
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const days = daysOf(lines).map((day) => ({ day }));
  const index = Math.min(activeIndex ?? days.length - 1, days.length - 1);
  const day = days[index]?.day ?? 0;
  const heightPx = isNarrow ? NARROW_HEIGHT_PX : HEIGHT_PX;
  const plot = plotOf(
    lines.map(({ points }) => points),
    widthPx,
    heightPx,
    isNarrow ? NARROW_LABEL_WIDTH_PX : LABEL_WIDTH_PX,
  );
  const readings = readingsOn(lines, day);
  return (
    <>
      <div className={classes('cluster items-stretch gap-x-3', chartBox.reading)} data-testid="compare-reading">
        <span>{formatDay(dayLabel(day))}:</span>
        <ul className={classes('cluster items-stretch shrink gap-x-4', styles.list)}>
          {readings.map(({ line, value, readOn }) => (
            <li key={line.key} className="row shrink">
              <LineMark index={line.index} />
              <span className="stack shrink">
                <bdi className="one-line">{line.name}</bdi> {line.owner !== null && <bdi className="caption one-line">{line.owner}</bdi>}
              </span>{' '}
              <strong className="number">{formatValue(value)}</strong>
              {readOn !== day && <span className="caption nowrap"> {asOf(readOn)}</span>}
            </li>
          ))}
        </ul>
      </div>
      <div ref={chart} className={styles.box}>
        {widthPx > 0 && (
          <ComparisonDrawing
            summary={linesSummary(name, lines, formatValue)}
            plot={plot}
            lines={lines}
            widthPx={widthPx}
            heightPx={heightPx}
            isNarrow={isNarrow}
            activeDay={activeIndex === null ? null : day}
          />
        )}
        <DayPointer
          name={name}
          points={days}
          plot={plot}
          index={index}
          valueText={`${formatDate(dayLabel(day))}: ${readings.map(({ line, value, readOn }) => `${line.name} ${formatValue(value)}${readOn === day ? '' : ` ${asOf(readOn)}`}`).join(', ')}`}
          onMove={setActiveIndex}
        />
      </div>
      {plot.minValue > 0 && <p className="caption">The axis starts at {wholeNumber(plot.minValue)}.</p>}
      <p className="caption" data-testid="compare-note">
        {notes.filter(Boolean).join(' ')}
      </p>
      <ButtonRow>
        <Button kind="quiet" onClick={() => saveLines(`${fileName}.csv`, saved)}>
          Download CSV
        </Button>
        <DownloadPicture chart={chart} fileName={`${fileName}.png`} />
      </ButtonRow>
    </>
  );
}

/** The days with a reading of any line, in order. */
const daysOf = (lines: readonly Pick<ComparedLine, 'points'>[]): readonly Day[] =>
  [...new Set(lines.flatMap(({ points }) => points.map(({ day }) => day)))].toSorted((a, b) => a - b);

/** The newest readings on or before a day, the largest first. */
const readingsOn = (lines: readonly ComparedLine[], day: Day) =>
  lines
    .flatMap((line) => {
      const point = line.points.findLast((one) => one.day <= day);
      return point ? [{ line, value: point.value, readOn: point.day }] : [];
    })
    .toSorted((a, b) => b.value - a.value);

/** The day of a reading, where it is an earlier one. */
const asOf = (day: Day): string => `as of ${formatDay(dayLabel(day))}`;

/** Describes lines in a sentence for those who do not see them. */
function linesSummary(name: string, lines: readonly ComparedLine[], format: (value: number) => string): string {
  const days = lines.flatMap(({ points }) => points.map(({ day }) => day));
  const ends = lines.map((line) => `${line.name} from ${format(line.points[0]?.value ?? 0)} to ${format(line.points.at(-1)?.value ?? 0)}`);
  return `${name}, ${formatDayRange(dayLabel(Math.min(...days)), dayLabel(Math.max(...days)))}: ${ends.join('; ')}.`;
}

/** Saves lines as a table: a row per day, a column per line. */
function saveLines(fileName: string, lines: NonNullable<ComparisonChartProps['saved']>): void {
  const days = daysOf(lines);
  const values = lines.map(({ points }) => new Map(points.map(({ day, value }) => [day, value])));
  saveCsv(
    fileName,
    ['day', ...lines.map(({ name }) => name)],
    days.map((day) => [dayLabel(day), ...values.map((valueOn) => valueOn.get(day) ?? null)]),
  );
}
