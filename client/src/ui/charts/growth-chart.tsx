import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Metric } from '#domain/catalog/metrics';
import type { TimeSeries } from '#domain/catalog/detail-contract';
import { wholeNumber } from '#domain/numbers';
import { Button } from '../form/button';
import { ErrorBoundary } from '../feedback/error-boundary';
import { PlainTable } from '../plain-table';
import { useNearViewport } from './use-near-viewport';
import { formatDate } from '../format';
import {
  withoutFailedCrawls,
  toLinePoints,
  knownPoints,
  omissionText,
  type LinePoint,
  type ChartPoint,
  trendSummary,
} from './chart-points';

const LineChart = lazy(() => import('./line-chart').then((module) => ({ default: module.LineChart })));

const MAX_LABELS = 10;
/** Room of one label with the space around it, in CSS pixels. */
const LABEL_WIDTH_PX = 84;

interface GrowthChartProps {
  /** What is counted. */
  readonly name: string;
  readonly series: TimeSeries;
  /** The card's heading; left out it is the name. */
  readonly title?: string;
  /** A line under the heading. */
  readonly note?: string;
  /** What the line says; left out it is how the last value compares to the first. */
  readonly summaryText?: string;
  /** The metric of a crawled series, whose failed crawls the line leaves out; without one every count is believed. */
  readonly metric?: Metric;
}

/** A series as a card: the line, what it says in a sentence, and the same as a table. */
export function GrowthChart({ name, series, title = name, note, summaryText, metric }: GrowthChartProps) {
  const [showsTable, setShowsTable] = useState(false);
  const tableId = useId();
  const allPoints = useMemo(() => knownPoints(series), [series]);
  const points = useMemo(() => (metric === undefined ? allPoints : withoutFailedCrawls(allPoints, metric)), [allPoints, metric]);
  const linePoints = useMemo(() => toLinePoints(points), [points]);
  const summary = summaryText ?? trendSummary(name, points);
  const omissions = omissionText(allPoints.length - points.length, linePoints.length > points.length);
  return (
    <section className="card chart" aria-label={title}>
      <h2 className="chart__title">{title}</h2>
      {note !== undefined && <p className="caption">{note}</p>}
      {summary === null ? (
        <p className="chart__none">Growth appears after a second import.</p>
      ) : (
        <>
          {/* The drawing is many elements, not a picture file: an img element cannot hold it. */}
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
          <div className="chart__drawing" role="img" aria-label={summary}>
            <LazyLineChart name={name} points={linePoints} />
          </div>
          <p className="chart__summary">{summary}</p>
          {omissions !== null && <p className="caption">{omissions}</p>}
          <p>
            <Button kind="quiet" aria-expanded={showsTable} aria-controls={tableId} onClick={() => setShowsTable(!showsTable)}>
              {showsTable ? 'Hide table' : 'Show as table'}
            </Button>
          </p>
          <div id={tableId}>{showsTable && <PointTable name={name} points={allPoints} plottedPoints={points} />}</div>
        </>
      )}
    </section>
  );
}

/** Loads and draws the chart when it comes within 300 px of the view; its room is there from the start. */
function LazyLineChart({ name, points }: { readonly name: string; readonly points: readonly LinePoint[] }) {
  const container = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(container);
  const maxLabels = useMaxLabels(container);
  return (
    <div ref={container} className="chart__room">
      {isNear && maxLabels > 0 && (
        <ErrorBoundary fallback={<p className="chart__none">The chart could not be drawn. The table below has its values.</p>}>
          <Suspense fallback={null}>
            <LineChart name={name} points={points} maxLabels={maxLabels} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

type ElementRef = React.RefObject<HTMLElement | null>;

/** How many labels fit side by side in a place, ten at most; 0 before it was measured. */
function useMaxLabels(container: ElementRef): number {
  const [maxLabels, setMaxLabels] = useState(0);
  useEffect(() => {
    if (!container.current) return undefined;
    const observer = new ResizeObserver(([entry]) =>
      setMaxLabels(Math.max(2, Math.min(MAX_LABELS, Math.floor((entry?.contentRect.width ?? 0) / LABEL_WIDTH_PX)))),
    );
    observer.observe(container.current);
    return () => observer.disconnect();
  }, [container]);
  return maxLabels;
}

interface PointTableProps {
  readonly name: string;
  readonly points: readonly ChartPoint[];
  /** Those of the points that the line shows. */
  readonly plottedPoints: readonly ChartPoint[];
}

function PointTable({ name, points, plottedPoints }: PointTableProps) {
  const plotted = new Set(plottedPoints);
  return (
    // A long table scrolls in its own place, which the keyboard must be able to reach.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="chart__table" tabIndex={0} aria-label={`${name} by day`}>
      <PlainTable name={`${name} by day`} columns={['Day (UTC)', { number: name }]}>
        {points.toReversed().map((point) => (
          <tr key={point.day}>
            <th scope="row">{formatDate(point.day)}</th>
            <td className="plain__number">
              {!plotted.has(point) && <span className="caption">left out </span>}
              {wholeNumber(point.value)}
            </td>
          </tr>
        ))}
      </PlainTable>
    </section>
  );
}
