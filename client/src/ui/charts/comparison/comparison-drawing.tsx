import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import type { Day } from '#domain/days';
import { compactNumber } from '#domain/numbers';
import { axisLabel, labeledDays } from '../axis-days';
import { gapsOf } from '../chart-points';
import type { ComparedLine } from './comparison-chart';
import { axisTicks, shortNames, spreadLabels } from './comparison-layout';
import { lineColor, MarkShape } from './line-mark';
import { indexNearDay, type Plot, xOfDay, yOfValue } from '../plot';

/** The marks along a line. */
const MARKS_PER_LINE = 6;
const LABEL_CHARACTERS = 20;
const NARROW_LABEL_CHARACTERS = 9;
const LABEL_GAP_PX = 22;
/** The distance from a point's middle to a text's base line. */
const BASELINE_PX = 4;
const DAY_LABEL_WIDTH_PX = 90;

interface ComparisonDrawingProps {
  readonly summary: string;
  readonly plot: Plot;
  readonly lines: readonly ComparedLine[];
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isNarrow: boolean;
  readonly activeDay: Day | null;
}

/** The picture of a comparison, which can be saved by itself. */
export function ComparisonDrawing({ summary, plot, lines, widthPx, heightPx, isNarrow, activeDay }: ComparisonDrawingProps) {
  const bottomPx = plot.topPx + plot.heightPx;
  const drawn = lines.filter(({ points }) => points.length > 0);
  const ends = spreadLabels(
    drawn.map(({ points }) => yOfValue(plot, points.at(-1)?.value ?? 0)),
    bottomPx,
  );
  const names = shortNames(
    drawn.map(({ name }) => name),
    isNarrow ? NARROW_LABEL_CHARACTERS : LABEL_CHARACTERS,
  );
  return (
    // An img element cannot contain the drawing.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <svg className="block" width={widthPx} height={heightPx} role="img" aria-label={summary}>
      <Axes plot={plot} />
      {activeDay !== null && (
        <line stroke="var(--control)" x1={xOfDay(plot, activeDay)} x2={xOfDay(plot, activeDay)} y1={plot.topPx} y2={bottomPx} />
      )}
      {drawn.map(({ key, index, points }, place) => (
        <g key={key} color={lineColor(index)} data-testid="compared-line">
          <path d={pathOf(plot, points)} fill="none" stroke="currentcolor" strokeWidth={2.5} strokeLinejoin="round" strokeLinecap="round" />
          {markedPoints(plot, points, index).map(({ day, value }) => (
            <MarkShape key={day} index={index} x={xOfDay(plot, day)} y={yOfValue(plot, value)} />
          ))}
          <MarkShape index={index} x={plot.leftPx + plot.widthPx + LABEL_GAP_PX / 2} y={ends[place] ?? 0} />
          <text fill="var(--text)" fontSize={13} x={plot.leftPx + plot.widthPx + LABEL_GAP_PX} y={(ends[place] ?? 0) + BASELINE_PX}>
            {names[place]}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** The values and the days around a plot, which may begin and end within a day. */
export function Axes({ plot }: { readonly plot: Plot }) {
  const [firstDay, lastDay] = [Math.ceil(plot.firstDay), Math.floor(plot.lastDay)];
  const spanDays = lastDay - firstDay;
  const days = labeledDays(firstDay, lastDay, Math.floor(plot.widthPx / DAY_LABEL_WIDTH_PX) + 1);
  return (
    <g className="number" fill="var(--muted)" fontSize={12}>
      {axisTicks(plot.minValue, plot.maxValue).map((value) => (
        <g key={value}>
          <line
            stroke="var(--border)"
            x1={plot.leftPx}
            x2={plot.leftPx + plot.widthPx}
            y1={yOfValue(plot, value)}
            y2={yOfValue(plot, value)}
          />
          <text x={plot.leftPx - 8} y={yOfValue(plot, value) + BASELINE_PX} textAnchor="end">
            {compactNumber(value)}
          </text>
        </g>
      ))}
      {days.map((day) => (
        <text key={day} x={xOfDay(plot, day)} y={plot.topPx + plot.heightPx + 18} textAnchor="middle">
          {axisLabel(day, spanDays)}
        </text>
      ))}
    </g>
  );
}

/** A line that is interrupted where days without a reading lie between two points; a point alone is a dot. */
function pathOf(plot: Plot, points: readonly DayPoint[]): string {
  const afterGaps = new Set(gapsOf(points).map(([, after]) => after));
  const startOf = (point: DayPoint, index: number) => (index === 0 || afterGaps.has(point) ? 'M' : 'L');
  return points
    .map((point, index) => `${startOf(point, index)}${xOfDay(plot, point.day).toFixed(1)} ${yOfValue(plot, point.value).toFixed(1)}`)
    .join('')
    .replaceAll(/(M[^ML]+)(?=M|$)/g, '$1h0');
}

/** Points at even distances. Each line begins a bit later than the one before, so that marks of lines in one place stay apart. */
function markedPoints(plot: Plot, points: readonly DayPoint[], lineIndex: number): readonly DayPoint[] {
  const stepDays = (plot.lastDay - plot.firstDay) / MARKS_PER_LINE;
  const indexes = Array.from({ length: MARKS_PER_LINE }, (_, mark) =>
    indexNearDay(points, plot.firstDay + (mark + (lineIndex + 1) / (MARKS_PER_LINE + 1)) * stepDays),
  );
  return [...new Set(indexes)].flatMap((index) => points[index] ?? []);
}
