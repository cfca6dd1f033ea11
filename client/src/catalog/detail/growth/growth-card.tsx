import { useId, useMemo, useRef, useState } from 'react';
import { annotationText, type JumpAnnotation, jumpAnnotations } from '#domain/analytics/growth/chart/annotations';
import type { DayWindow } from '#domain/analytics/growth/chart/measure';
import { type DayPoint, pointsOfPreviousPeriod } from '#domain/analytics/growth/chart/period-points';
import type { TimeSeries } from '#domain/catalog/detail-contract';
import { type Metric, metricName } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { toCsv } from '#domain/csv';
import { type Day, dayLabel } from '#domain/days';
import { compactNumber } from '#domain/numbers';
import { saveFile } from '../../../api/download';
import { useShortcuts } from '../../../site/shortcuts';
import { Card, CardTitle } from '../../../ui/card';
import {
  type ChartPoint,
  gapsOf,
  omissionText,
  ONE_READING_SENTENCE,
  toDayPoints,
  toLinePoints,
  trendSummary,
} from '../../../ui/charts/chart-points';
import { PeriodChart } from '../../../ui/charts/period-chart';
import { DownloadPicture } from '../../../ui/charts/picture/download-picture';
import { PointTable } from '../../../ui/charts/point-table';
import { EmptyText } from '../../../ui/feedback/empty-text';
import { Button, ButtonRow } from '../../../ui/form/button';
import { formatDay } from '../../../ui/format';
import { chosenDays, type DetailView } from './detail-view';
import { readingsOf } from './readings';
import { endOfDays, staleDay } from './stale-end';
import styles from './growth-card.module.css';
import text from '../../../ui/text.module.css';

interface GrowthCardProps {
  readonly entity: EntityType;
  readonly id: string;
  readonly view: DetailView;
  readonly series: TimeSeries;
  readonly today: Day;
  /** Undefined: the viewer sees no earlier period. */
  readonly onCompare: ((isCompared: boolean) => void) | undefined;
  /** Shows a window of the line; null shows the whole period. */
  readonly onZoom: (window: DayWindow | null) => void;
}

/** The line of a metric over the chosen period, with what happened in it, as a sentence and as a table. */
export function GrowthCard({ entity, id, view, series, today, onCompare, onZoom }: GrowthCardProps) {
  const { metric, window } = view;
  const name = metricName(entity, metric);
  const days = window ? window.to - window.from : chosenDays(view.period);
  const { cleaned, readings, shown, ignored } = useMemo(() => readingsOf(series, metric, days, window), [series, metric, days, window]);
  const [showsTable, setShowsTable] = useState(false);
  const [axisStart, setAxisStart] = useState(0);
  const chart = useRef<HTMLDivElement>(null);
  const tableId = useId();
  const points = useMemo(() => toDayPoints(shown), [shown]);
  const linePoints = useMemo(() => toLinePoints(shown), [shown]);
  const previousPoints = useMemo(
    () => (view.isCompared && days !== null ? pointsOfPreviousPeriod(untilDay(toDayPoints(cleaned), window?.to ?? null), days) : []),
    [view.isCompared, days, cleaned, window],
  );
  const annotations = jumpAnnotations(points);
  const staleSince = window ? null : staleDay(points, today);
  useShortcuts(onCompare && days !== null ? { X: () => onCompare(!view.isCompared) } : {});
  const gaps = gapsOf(points);
  const summary = trendSummary(name, shown);
  const endDay = window?.to ?? endOfDays(points, today);
  if (summary === null)
    return (
      <Card aria-label={name}>
        <CardTitle>{name}</CardTitle>
        <EmptyText>{ONE_READING_SENTENCE}</EmptyText>
      </Card>
    );
  const save = () => saveFile(`${entity}-${id}-${metric}.csv`, csvOf(metric, readings, new Set(shown)));
  return (
    <Card aria-label={name} className={styles.card}>
      <CardTitle>{name}</CardTitle>
      <PeriodChart
        key={`${metric} ${view.period}`}
        name={name}
        summary={summary}
        points={points}
        linePoints={linePoints}
        gaps={gaps}
        previousPoints={previousPoints}
        annotations={annotations}
        ignoredDays={toDayPoints(ignored).map(({ day }) => day)}
        staleSince={staleSince}
        endDay={endDay}
        onZoom={onZoom}
        onReset={window ? () => onZoom(null) : undefined}
        onDraw={setAxisStart}
        chart={chart}
      />
      <Jumps annotations={annotations} today={today} />
      <p>{summary}</p>
      {/* Known once the chart is drawn: its line is reserved, so that nothing below moves. */}
      <p className={text.caption}>{axisStart > 0 ? `The axis starts at ${compactNumber(axisStart)}.` : '\u00A0'}</p>
      <p className={text.caption}>{dataNotes(ignored.length, gaps.length > 0, staleSince)}</p>
      <ButtonRow>
        {onCompare && days !== null && (
          <Button className={styles.compare} aria-pressed={view.isCompared} onClick={() => onCompare(!view.isCompared)}>
            vs previous {days} days
          </Button>
        )}
        <Button kind="quiet" aria-expanded={showsTable} aria-controls={tableId} onClick={() => setShowsTable(!showsTable)}>
          {showsTable ? 'Hide table' : 'Show as table'}
        </Button>
        <Button kind="quiet" onClick={save}>
          Download CSV
        </Button>
        <DownloadPicture chart={chart} fileName={`${entity}-${id}-${metric}.png`} />
      </ButtonRow>
      <div id={tableId}>{showsTable && <PointTable name={name} points={readings} plottedPoints={shown} />}</div>
    </Card>
  );
}

const untilDay = (points: readonly DayPoint[], lastDay: Day | null): readonly DayPoint[] =>
  lastDay === null ? points : points.filter(({ day }) => day <= lastDay);

/** The jumps of a line, with the numbers that they have on it. */
const Jumps = ({ annotations, today }: { readonly annotations: readonly JumpAnnotation[]; readonly today: Day }) =>
  annotations.length > 0 && (
    <ol className={styles.annotations} aria-label="Largest jumps">
      {annotations.map((annotation) => (
        <li key={annotation.day}>{annotationText(annotation, today)}</li>
      ))}
    </ol>
  );

/** What the line leaves out, and where it has no readings. */
const dataNotes = (ignoredCount: number, hasGaps: boolean, staleSince: Day | null): string =>
  [
    omissionText(ignoredCount, false),
    hasGaps && 'Dotted: no reading on those days.',
    staleSince !== null && `No readings since ${formatDay(dayLabel(staleSince))}.`,
  ]
    .filter(Boolean)
    .join(' ');

const csvOf = (metric: Metric, readings: readonly ChartPoint[], shown: ReadonlySet<ChartPoint>): Blob =>
  new Blob(
    [
      toCsv(
        ['day', metric, 'ignored'],
        readings.map((point) => [point.day, point.value, shown.has(point) ? '' : 'failed crawl']),
      ),
    ],
    {
      type: 'text/csv',
    },
  );
