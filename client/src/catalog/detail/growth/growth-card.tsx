import { useId, useMemo, useRef, useState } from 'react';
import { annotationText, jumpAnnotations } from '#domain/analytics/growth/chart/annotations';
import { pointsOfPreviousPeriod } from '#domain/analytics/growth/chart/period-points';
import type { TimeSeries } from '#domain/catalog/detail-contract';
import { type Metric, metricName } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { toCsv } from '#domain/csv';
import { type Day, dayLabel } from '#domain/days';
import { compactNumber } from '#domain/numbers';
import { saveFile } from '../../../api/download';
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
}

/** The line of a metric over the chosen period, with what happened in it, as a sentence and as a table. */
export function GrowthCard({ entity, id, view, series, today, onCompare }: GrowthCardProps) {
  const name = metricName(entity, view.metric);
  const days = chosenDays(view.period);
  const { cleaned, readings, shown, ignored } = useMemo(() => readingsOf(series, view.metric, days), [series, view.metric, days]);
  const [showsTable, setShowsTable] = useState(false);
  const [axisStart, setAxisStart] = useState(0);
  const chart = useRef<HTMLDivElement>(null);
  const tableId = useId();
  const points = useMemo(() => toDayPoints(shown), [shown]);
  const linePoints = useMemo(() => toLinePoints(shown), [shown]);
  const previousPoints = useMemo(
    () => (view.isCompared && days !== null ? pointsOfPreviousPeriod(toDayPoints(cleaned), days) : []),
    [view.isCompared, days, cleaned],
  );
  const annotations = jumpAnnotations(points);
  const staleSince = staleDay(points, today);
  const gaps = gapsOf(points);
  const summary = trendSummary(name, shown);
  if (summary === null)
    return (
      <Card aria-label={name}>
        <CardTitle>{name}</CardTitle>
        <EmptyText>{ONE_READING_SENTENCE}</EmptyText>
      </Card>
    );
  const save = () => saveFile(`${entity}-${id}-${view.metric}.csv`, csvOf(view.metric, readings, new Set(shown)));
  return (
    <Card aria-label={name} className={styles.card}>
      <CardTitle>{name}</CardTitle>
      <PeriodChart
        key={`${view.metric} ${view.period}`}
        name={name}
        summary={summary}
        points={points}
        linePoints={linePoints}
        gaps={gaps}
        previousPoints={previousPoints}
        annotations={annotations}
        ignoredDays={toDayPoints(ignored).map(({ day }) => day)}
        staleSince={staleSince}
        endDay={endOfDays(points, today)}
        onDraw={setAxisStart}
        chart={chart}
      />
      {annotations.length > 0 && (
        <ol className={styles.annotations} aria-label="Largest jumps">
          {annotations.map((annotation) => (
            <li key={annotation.day}>{annotationText(annotation, today)}</li>
          ))}
        </ol>
      )}
      <p>{summary}</p>
      {/* Known once the chart is drawn: its line is reserved, so that nothing below moves. */}
      <p className={text.caption}>{axisStart > 0 ? `The axis starts at ${compactNumber(axisStart)}.` : '\u00A0'}</p>
      <p className={text.caption}>
        {[
          omissionText(ignored.length, false),
          gaps.length > 0 && 'Dotted: no reading on those days.',
          staleSince !== null && `No readings since ${formatDay(dayLabel(staleSince))}.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
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
        <DownloadPicture chart={chart} fileName={`${entity}-${id}-${view.metric}.png`} />
      </ButtonRow>
      <div id={tableId}>{showsTable && <PointTable name={name} points={readings} plottedPoints={shown} />}</div>
    </Card>
  );
}

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
