import { lazy, memo, type RefObject, Suspense, useCallback, useRef, useState } from 'react';
import type { JumpAnnotation } from '#domain/analytics/growth/chart/annotations';
import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import { type Day, dayLabel } from '#domain/days';
import { wholeNumber } from '#domain/numbers';
import { EmptyText } from '../feedback/empty-text';
import { ErrorBoundary } from '../feedback/error-boundary';
import { formatDate, formatDay } from '../format';
import { DirectionLabel } from '../growth-percent';
import type { LinePoint } from './chart-points';
import { DayPointer } from './day-pointer';
import { isSamePlot, type Plot } from './plot';
import { PlotOverlay } from './plot-overlay';
import { useMaxLabels } from './use-max-labels';
import { useNearViewport } from './use-near-viewport';
import styles from './period-chart.module.css';
import text from '../text.module.css';

// Drawn again only with other props: following the pointer must not redraw the line.
const LineChart = lazy(() => import('./line-chart').then((module) => ({ default: memo(module.LineChart) })));

interface PeriodChartProps {
  readonly name: string;
  /** A sentence that describes the line. */
  readonly summary: string;
  readonly points: readonly DayPoint[];
  /** The points with gaps between them. */
  readonly linePoints: readonly LinePoint[];
  readonly gaps: readonly (readonly [DayPoint, DayPoint])[];
  readonly previousPoints: readonly DayPoint[];
  /** What the dashed line is. */
  readonly previousName?: string;
  readonly annotations: readonly JumpAnnotation[];
  readonly ignoredDays: readonly Day[];
  readonly staleSince: Day | null;
  /** Where the days end: the last point, or later where the readings ended before. */
  readonly endDay: Day;
  /** Called with the lowest value of the axis. */
  readonly onDraw?: (minValue: number) => void;
  /** Gets the element with the drawings. */
  readonly chart?: RefObject<HTMLDivElement | null>;
}

/** A line over a period with the reading of one day above it. The day follows the pointer and the arrow keys. */
export function PeriodChart({
  name,
  summary,
  points,
  linePoints,
  gaps,
  previousName = 'previous period',
  onDraw,
  chart,
  ...rest
}: PeriodChartProps) {
  const ownBox = useRef<HTMLDivElement>(null);
  const box = chart ?? ownBox;
  const isNear = useNearViewport(box);
  const maxLabels = useMaxLabels(box);
  const [plot, setPlot] = useState<Plot | null>(null);
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const index = Math.min(activeIndex ?? points.length - 1, points.length - 1);
  // A drawing that changes nothing must not render again, or it would be followed by another one.
  const draw = useCallback(
    (drawn: Plot) => {
      setPlot((before) => (before && isSamePlot(before, drawn) ? before : drawn));
      onDraw?.(drawn.minValue);
    },
    [onDraw],
  );
  return (
    <>
      <ReadingLine points={points} index={index} previousPoints={rest.previousPoints} previousName={previousName} />
      <div ref={box} className={styles.box}>
        {/* An img element cannot contain the SVG that the library draws. */}
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <div role="img" aria-label={summary}>
          {isNear && maxLabels > 0 && (
            <ErrorBoundary fallback={<EmptyText>We couldn't draw the chart. The table has the same values.</EmptyText>}>
              <Suspense fallback={null}>
                <LineChart
                  name={name}
                  points={linePoints}
                  dashedPoints={rest.previousPoints}
                  endDay={rest.endDay}
                  maxLabels={maxLabels}
                  onDraw={draw}
                />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
        {plot && <PlotOverlay {...rest} plot={plot} gaps={gaps} active={activeIndex === null ? undefined : points[index]} />}
        <DayPointer name={name} points={points} plot={plot} index={index} valueText={readingText(points, index)} onMove={setActiveIndex} />
      </div>
    </>
  );
}

/** The change from the reading before. */
function changeAt(points: readonly DayPoint[], index: number) {
  const [before, point] = [points[index - 1], points[index]];
  if (!before || !point) return null;
  const since = point.day - before.day === 1 ? 'that day' : `since ${formatDay(dayLabel(before.day))}`;
  return { size: point.value - before.value, since };
}

/** The reading of a day as words. */
function readingText(points: readonly DayPoint[], index: number): string {
  const point = points[index];
  if (!point) return '';
  const change = changeAt(points, index);
  const sign = change && change.size > 0 ? '+' : '';
  const changeText = change === null ? '' : `, ${sign}${wholeNumber(change.size)} ${change.since}`;
  return `${formatDate(dayLabel(point.day))}: ${wholeNumber(point.value)}${changeText}`;
}

interface ReadingLineProps {
  readonly points: readonly DayPoint[];
  readonly index: number;
  readonly previousPoints: readonly DayPoint[];
  readonly previousName: string;
}

function ReadingLine({ points, index, previousPoints, previousName }: ReadingLineProps) {
  const point = points[index];
  if (!point) return null;
  const change = changeAt(points, index);
  const previous = previousPoints.findLast(({ day }) => day <= point.day);
  return (
    <p className={styles.reading} data-testid="chart-reading">
      <span>{formatDay(dayLabel(point.day))}:</span> <strong className={text.number}>{wholeNumber(point.value)}</strong>{' '}
      {change && (
        <DirectionLabel direction={change.size > 0 ? 'up' : change.size < 0 ? 'down' : 'flat'}>
          {' '}
          {wholeNumber(Math.abs(change.size))} {change.since}
        </DirectionLabel>
      )}{' '}
      {previous && (
        <span className={text.caption}>
          {previousName} {wholeNumber(previous.value)}
        </span>
      )}
    </p>
  );
}
