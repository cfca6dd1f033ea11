import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Metric } from '#domain/catalog/metrics';
import type { TimeSeries } from '#domain/catalog/detail-contract';
import { wholeNumber } from '#domain/numbers';
import { Card, CardTitle } from '../card';
import { EmptyText } from '../feedback/empty-text';
import { ErrorBoundary } from '../feedback/error-boundary';
import { Button } from '../form/button';
import { formatDate } from '../format';
import { NumberCell, PlainTable } from '../plain-table';
import {
  withoutFailedCrawls,
  toLinePoints,
  knownPoints,
  omissionText,
  type LinePoint,
  type ChartPoint,
  trendSummary,
} from './chart-points';
import { useNearViewport } from './use-near-viewport';
import styles from './growth-chart.module.css';
import text from '../text.module.css';

const LineChart = lazy(() => import('./line-chart').then((module) => ({ default: module.LineChart })));

const MAX_LABELS = 10;
/** Width of one label with its margin. */
const LABEL_WIDTH_PX = 84;

interface GrowthChartProps {
  readonly name: string;
  readonly series: TimeSeries;
  /** The card's heading; the name by default. */
  readonly title?: string;
  /** A line under the heading. */
  readonly note?: string;
  /** A sentence that describes the line; by default how the last value compares to the first. */
  readonly summaryText?: string;
  /** The metric of a crawled series: its failed crawls are left out of the line. Undefined: every value is shown. */
  readonly metric?: Metric;
}

/** A card with a time series as a line, a sentence, and a table. */
export function GrowthChart({ name, series, title = name, note, summaryText, metric }: GrowthChartProps) {
  const [showsTable, setShowsTable] = useState(false);
  const tableId = useId();
  const allPoints = useMemo(() => knownPoints(series), [series]);
  const points = useMemo(() => (metric === undefined ? allPoints : withoutFailedCrawls(allPoints, metric)), [allPoints, metric]);
  const linePoints = useMemo(() => toLinePoints(points), [points]);
  const summary = summaryText ?? trendSummary(name, points);
  const omissions = omissionText(allPoints.length - points.length, linePoints.length > points.length);
  return (
    <Card className={styles.chart} aria-label={title}>
      <CardTitle>{title}</CardTitle>
      {note !== undefined && <p className={text.caption}>{note}</p>}
      {summary === null ? (
        <EmptyText>Growth appears after a second import.</EmptyText>
      ) : (
        <>
          {/* An img element cannot contain the SVG that the library draws. */}
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
          <div role="img" aria-label={summary}>
            <LazyLineChart name={name} points={linePoints} />
          </div>
          <p className={styles.summary}>{summary}</p>
          {omissions !== null && <p className={text.caption}>{omissions}</p>}
          <p>
            <Button
              kind="quiet"
              className={styles.toggle}
              aria-expanded={showsTable}
              aria-controls={tableId}
              onClick={() => setShowsTable(!showsTable)}
            >
              {showsTable ? 'Hide table' : 'Show as table'}
            </Button>
          </p>
          <div id={tableId}>{showsTable && <PointTable name={name} points={allPoints} plottedPoints={points} />}</div>
        </>
      )}
    </Card>
  );
}

/** Loads the chart when it comes near the viewport; its space is reserved. */
function LazyLineChart({ name, points }: { readonly name: string; readonly points: readonly LinePoint[] }) {
  const container = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(container);
  const maxLabels = useMaxLabels(container);
  return (
    <div ref={container} className={styles.space}>
      {isNear && maxLabels > 0 && (
        <ErrorBoundary fallback={<EmptyText>We couldn't draw the chart. The table has the same values.</EmptyText>}>
          <Suspense fallback={null}>
            <LineChart name={name} points={points} maxLabels={maxLabels} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

/** How many labels fit into the container, at most ten; 0 before it is measured. */
function useMaxLabels(container: React.RefObject<HTMLElement | null>): number {
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
  /** The points that the line shows. */
  readonly plottedPoints: readonly ChartPoint[];
}

function PointTable({ name, points, plottedPoints }: PointTableProps) {
  const plotted = new Set(plottedPoints);
  return (
    // A scrolling table must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.table} tabIndex={0} aria-label={`${name} by day`}>
      <PlainTable name={`${name} by day`} columns={['Day (UTC)', { number: name }]}>
        {points.toReversed().map((point) => (
          <tr key={point.day}>
            <th scope="row">{formatDate(point.day)}</th>
            <NumberCell>
              {!plotted.has(point) && <span className={text.caption}>ignored </span>}
              {wholeNumber(point.value)}
            </NumberCell>
          </tr>
        ))}
      </PlainTable>
    </section>
  );
}
