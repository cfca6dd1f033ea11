import { classes } from '../classes';
import { type RefObject, useCallback, useRef, useState } from 'react';
import type { JumpAnnotation } from '#domain/analytics/growth/chart/annotations';
import { type DayWindow, measureText, spokenMeasure } from '#domain/analytics/growth/chart/measure';
import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import { type Day, dayLabel } from '#domain/days';
import { signedNumber, wholeNumber } from '#domain/numbers';
import { copyText } from '../../site/clipboard';
import { EmptyText } from '../feedback/empty-text';
import { LazyPart } from '../feedback/error-boundary';
import { Button } from '../form/button';
import { formatDate, formatDay, present } from '../format';
import { DirectionLabel } from '../growth-percent';
import type { LinePoint } from './chart-points';
import { DayPointer } from './day-pointer';
import { isSamePlot, type Plot } from './plot';
import { PlotOverlay } from './plot-overlay';
import { useMeasure, type Measuring } from './use-measure';
import { useMaxLabels } from './use-width-px';
import { useNearViewport } from './use-near-viewport';
import { inOwnChunk } from '../own-chunk';
import styles from './chart-box.module.css';

const LineChart = inOwnChunk(() => import('./line-chart'), 'LineChart');

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
  /** A note of the user, which a flag marks. */
  readonly note?: { readonly day: Day } | null;
  /** Where the days end: the last point, or later where the readings ended before. */
  readonly endDay: Day;
  /** Called with the lowest value of the axis. */
  readonly onDraw?: (minValue: number) => void;
  /** Gets the element with the drawings. */
  readonly chart?: RefObject<HTMLDivElement | null>;
  /** Shows only the measured days. Undefined: the line has no zoom. */
  readonly onZoom?: (window: DayWindow) => void;
  /** Shows all days again. Undefined: they are shown. */
  readonly onReset?: (() => void) | undefined;
}

/** A line over a period with the reading of one day above it, which follows the pointer and the arrow keys, and a measure below it. */
export function PeriodChart({
  name,
  summary,
  points,
  linePoints,
  gaps,
  previousName = 'previous period',
  onDraw,
  chart,
  onZoom,
  onReset,
  ...rest
}: PeriodChartProps) {
  const ownBox = useRef<HTMLDivElement>(null);
  const box = chart ?? ownBox;
  const isNear = useNearViewport(box);
  const maxLabels = useMaxLabels(box);
  const [plot, setPlot] = useState<Plot | null>(null);
  const pointer = useRef<HTMLDivElement>(null);
  const measuring = useMeasure(points);
  const { index, measure, isFixed } = measuring;
  const zoom = () => {
    if (!onZoom || !measure) return false;
    onZoom({ from: measure.from.day, to: measure.to.day });
    measuring.clear();
    pointer.current?.focus({ preventScroll: true });
    return true;
  };
  const goBack = () => {
    const canGoBack = measuring.start !== undefined || onReset !== undefined;
    if (measuring.start) measuring.clear();
    else onReset?.();
    return canGoBack;
  };
  const reset = () => {
    measuring.clear();
    onReset?.();
  };
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
      <div ref={box} className={classes(styles.box, styles.wide)}>
        {/* An img element cannot contain the SVG that the library draws. */}
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <div role="img" aria-label={summary}>
          {isNear && maxLabels > 0 && (
            <LazyPart failed={<EmptyText>We couldn't draw the chart. The table has the same values.</EmptyText>}>
              <LineChart
                name={name}
                points={linePoints}
                dashedPoints={rest.previousPoints}
                endDay={rest.endDay}
                maxLabels={maxLabels}
                onDraw={draw}
              />
            </LazyPart>
          )}
        </div>
        {plot && <PlotOverlay {...rest} plot={plot} gaps={gaps} active={measuring.active} start={measuring.start} measure={measure} />}
        <DayPointer
          ref={pointer}
          name={name}
          points={points}
          plot={plot}
          index={index}
          valueText={measure ? spokenMeasure(measure, present.day) : readingText(points, index)}
          onMove={measuring.move}
          onPick={measuring.pick}
          onDrag={measuring.span}
          onDoubleClick={reset}
          onKey={(key) => runChartKey(key, measuring, points, zoom, goBack)}
        />
      </div>
      {measuring.start && <MeasureLine name={name} measuring={measuring} {...(onZoom && isFixed ? { onZoom: zoom } : {})} />}
    </>
  );
}

/** Runs a key of a chart that has the focus; false where it has no meaning. */
function runChartKey(key: string, measuring: Measuring, points: readonly DayPoint[], zoom: () => boolean, goBack: () => boolean): boolean {
  const { index, start, isFixed, clear, span } = measuring;
  const startIndex = start ? points.indexOf(start) : 0;
  switch (key.toLowerCase()) {
    case 's':
      clear();
      measuring.pick(index);
      return true;
    case 'e':
      span(isFixed || start ? startIndex : 0, index);
      return true;
    case 'z':
      zoom();
      return true;
    case 'backspace':
    case 'escape':
      return goBack();
    default:
      return false;
  }
}

interface MeasureLineProps {
  readonly name: string;
  readonly measuring: Measuring;
  readonly onZoom?: () => void;
}

/** What is measured, and what can be done with it. */
function MeasureLine({ name, measuring: { start, measure, isFixed, clear }, onZoom }: MeasureLineProps) {
  const words = measure ? measureText(measure, present.day) : start && `${formatDay(dayLabel(start.day))}: ${wholeNumber(start.value)}`;
  return (
    <div className="cluster tap gap-1 gap-x-3">
      <output className="number" data-testid="chart-measure">
        {words}
        {!isFixed && <span className="caption"> Choose a second day.</span>}
      </output>
      {onZoom && <Button onClick={onZoom}>Zoom</Button>}
      {measure && isFixed && (
        <Button kind="quiet" onClick={() => void copyText(`${name}, ${words}`, 'Copied.')}>
          Copy
        </Button>
      )}
      <Button kind="quiet" onClick={clear}>
        Clear
      </Button>
    </div>
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
  const changeText = change === null ? '' : `, ${signedNumber(change.size)} ${change.since}`;
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
    <p className={classes('cluster items-baseline gap-x-2', styles.reading)} data-testid="chart-reading">
      <span>{formatDay(dayLabel(point.day))}:</span> <strong className="number">{wholeNumber(point.value)}</strong>{' '}
      {change && (
        <DirectionLabel direction={change.size > 0 ? 'up' : change.size < 0 ? 'down' : 'flat'}>
          {' '}
          {wholeNumber(Math.abs(change.size))} {change.since}
        </DirectionLabel>
      )}{' '}
      {previous && (
        <span className="caption">
          {previousName} {wholeNumber(previous.value)}
        </span>
      )}
    </p>
  );
}
