import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { Metric } from '#domain/catalog/metrics';
import type { TimeSeries } from '#domain/catalog/detail-contract';
import { Card } from '../card';
import { EmptyText } from '../feedback/empty-text';
import { LazyPart } from '../feedback/error-boundary';
import { Button } from '../form/button';
import {
  withOpenEnd,
  withoutFailedCrawls,
  toLinePoints,
  knownPoints,
  omissionText,
  ONE_READING_SENTENCE,
  type LinePoint,
  trendSummary,
} from './chart-points';
import { PointTable } from './point-table';
import { useMaxLabels } from './use-width-px';
import { useNearViewport } from './use-near-viewport';
import { inOwnChunk } from '../own-chunk';
import box from './chart-box.module.css';
import styles from './growth-chart.module.css';

const LineChart = inOwnChunk(() => import('./line-chart'), 'LineChart');

export interface GrowthChartProps {
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
  /** True if the last day is not over: the line to it is dashed. */
  readonly isLastOpen?: boolean;
  /** A dashed line on the same days. */
  readonly previousPoints?: readonly LinePoint[];
  /** True: the axis starts at 0. */
  readonly isFromZero?: boolean;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
}

/** A card with a time series as a line, a sentence, and a table. */
export function GrowthChart({
  name,
  series,
  title = name,
  note,
  summaryText,
  metric,
  isLastOpen = false,
  actions,
  ...lines
}: GrowthChartProps) {
  const [showsTable, setShowsTable] = useState(false);
  const tableId = useId();
  const allPoints = useMemo(() => knownPoints(series), [series]);
  const points = useMemo(() => (metric === undefined ? allPoints : withoutFailedCrawls(allPoints, metric)), [allPoints, metric]);
  const linePoints = useMemo(() => toLinePoints(points), [points]);
  const summary = summaryText ?? trendSummary(name, points);
  const omissions = omissionText(allPoints.length - points.length, linePoints.length > points.length);
  return (
    <Card hasSmallTitle title={title} side={actions} className="shrink">
      {note !== undefined && <p className="caption">{note}</p>}
      {summary === null ? (
        <EmptyText>{ONE_READING_SENTENCE}</EmptyText>
      ) : (
        <>
          {/* An img element cannot contain the SVG that the library draws. */}
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
          <div role="img" aria-label={summary}>
            <LazyLineChart {...lines} name={name} points={linePoints} isLastOpen={isLastOpen} />
          </div>
          <p className={styles.summary}>{summary}</p>
          {omissions !== null && <p className="caption">{omissions}</p>}
          <p>
            <Button
              kind="quiet"
              className={box.toggle}
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

interface LazyLineChartProps extends Pick<GrowthChartProps, 'previousPoints' | 'isFromZero'> {
  readonly name: string;
  readonly points: readonly LinePoint[];
  readonly isLastOpen: boolean;
}

/** Loads the chart when it comes near the viewport; its space is reserved. */
function LazyLineChart({ name, points, isLastOpen, ...lines }: LazyLineChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(container);
  const maxLabels = useMaxLabels(container);
  return (
    <div ref={container} className={box.wide}>
      {isNear && maxLabels > 0 && (
        <LazyPart failed={<EmptyText>We couldn't draw the chart. The table has the same values.</EmptyText>}>
          <LineChart {...lines} name={name} maxLabels={maxLabels} {...(isLastOpen ? withOpenEnd(points) : { points })} />
        </LazyPart>
      )}
    </div>
  );
}
