import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Metric } from '#domain/analytics/metrics';
import type { TimeSeries } from '#domain/catalog/entity';
import { wholeNumber } from '#domain/numbers';
import { Button } from '../ui/button';
import { PartBoundary } from '../ui/part-boundary';
import { PlainTable } from '../ui/plain-table';
import { useNear } from '../ui/use-near';
import { dateName } from '../ui/words';
import { believedPoints, drawnPoints, knownPoints, omissionsOf, type DrawnPoint, type Point, summaryOf } from './series';

const LineChart = lazy(() => import('../ui/line-chart').then((module) => ({ default: module.LineChart })));

const MOST_LABELS = 10;
/** Room of one label with the space around it, in CSS pixels. */
const LABEL_WIDTH = 84;

interface GrowthChartProps {
  /** What is counted. */
  readonly name: string;
  readonly series: TimeSeries;
  /** The card's heading; left out it is the name. */
  readonly title?: string;
  /** A line under the heading. */
  readonly note?: string;
  /** What the line says; left out it is how the last value compares to the first. */
  readonly sentence?: string;
  /** The metric of a crawled series, whose failed crawls the line leaves out; without one every count is believed. */
  readonly metric?: Metric;
}

/** A series as a card: the line, what it says in a sentence, and the same as a table. */
export function GrowthChart({ name, series, title = name, note, sentence, metric }: GrowthChartProps) {
  const [asTable, setAsTable] = useState(false);
  const tableId = useId();
  const all = useMemo(() => knownPoints(series), [series]);
  const points = useMemo(() => (metric === undefined ? all : believedPoints(all, metric)), [all, metric]);
  const drawn = useMemo(() => drawnPoints(points), [points]);
  const summary = sentence ?? summaryOf(name, points);
  const omissions = omissionsOf(all.length - points.length, drawn.length > points.length);
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
            <DrawnNear name={name} points={drawn} />
          </div>
          <p className="chart__summary">{summary}</p>
          {omissions !== null && <p className="caption">{omissions}</p>}
          <p>
            <Button kind="quiet" aria-expanded={asTable} aria-controls={tableId} onClick={() => setAsTable(!asTable)}>
              {asTable ? 'Hide table' : 'Show as table'}
            </Button>
          </p>
          <div id={tableId}>{asTable && <PointTable name={name} points={all} shown={points} />}</div>
        </>
      )}
    </section>
  );
}

/** Loads and draws the chart when it comes within 300 px of the view; its room is there from the start. */
function DrawnNear({ name, points }: { readonly name: string; readonly points: readonly DrawnPoint[] }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  const labels = useLabelRoom(place);
  return (
    <div ref={place} className="chart__room">
      {near && labels > 0 && (
        <PartBoundary otherwise={<p className="chart__none">The chart could not be drawn. The table below has its values.</p>}>
          <Suspense fallback={null}>
            <LineChart name={name} points={points} labels={labels} />
          </Suspense>
        </PartBoundary>
      )}
    </div>
  );
}

type Place = React.RefObject<HTMLElement | null>;

/** How many labels fit side by side in a place, ten at most; 0 before it was measured. */
function useLabelRoom(place: Place): number {
  const [labels, setLabels] = useState(0);
  useEffect(() => {
    if (!place.current) return undefined;
    const watcher = new ResizeObserver(([entry]) =>
      setLabels(Math.max(2, Math.min(MOST_LABELS, Math.floor((entry?.contentRect.width ?? 0) / LABEL_WIDTH)))),
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [place]);
  return labels;
}

interface PointTableProps {
  readonly name: string;
  readonly points: readonly Point[];
  /** Those of the points that the line shows. */
  readonly shown: readonly Point[];
}

function PointTable({ name, points, shown }: PointTableProps) {
  const believed = new Set(shown);
  return (
    // A long table scrolls in its own place, which the keyboard must be able to reach.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="chart__table" tabIndex={0} aria-label={`${name} by day`}>
      <PlainTable name={`${name} by day`} columns={['Day (UTC)', { number: name }]}>
        {points.toReversed().map((point) => (
          <tr key={point.day}>
            <th scope="row">{dateName(point.day)}</th>
            <td className="plain__number">
              {!believed.has(point) && <span className="caption">left out </span>}
              {wholeNumber(point.value)}
            </td>
          </tr>
        ))}
      </PlainTable>
    </section>
  );
}
