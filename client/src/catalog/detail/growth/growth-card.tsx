import { type ComponentProps, type ReactNode, type RefObject, Suspense, useId, useMemo, useRef, useState } from 'react';
import { annotationText, type JumpAnnotation, jumpAnnotations } from '#domain/analytics/growth/chart/annotations';
import { chartedGains, type Gain } from '#domain/analytics/growth/chart/gains';
import type { DayWindow } from '#domain/analytics/growth/chart/measure';
import { type DayPoint, pointsOfPreviousPeriod } from '#domain/analytics/growth/chart/period-points';
import type { TimeSeries } from '#domain/catalog/detail-contract';
import { metricName } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { type Day, dayLabel, shortDay } from '#domain/days';
import { wholeNumber } from '#domain/numbers';
import { classes } from '../../../ui/classes';
import { useShortcuts } from '../../../site/shortcuts';
import { Card } from '../../../ui/card';
import { gapsOf, omissionText, ONE_READING_SENTENCE, toDayPoints, toLinePoints, trendSummary } from '../../../ui/charts/chart-points';
import { PeriodChart } from '../../../ui/charts/period-chart';
import { DownloadPicture } from '../../../ui/charts/picture/download-picture';
import { PointTable } from '../../../ui/charts/point-table';
import { EmptyText } from '../../../ui/feedback/empty-text';
import { Button, ButtonRow } from '../../../ui/form/button';
import { Choices } from '../../../ui/form/choices';
import { formatDay } from '../../../ui/format';
import { type DatedNote, WatchNoteReader } from '../../../ui/navigation/slots';
import { chosenDays, type DetailView } from './detail-view';
import { endOfDays, gainsSummary, readingsOf, saveGains, saveReadings, staleDay } from './readings';
import { inOwnChunk } from '../../../ui/own-chunk';
import styles from './growth-card.module.css';

const GainsChart = inOwnChunk(() => import('./gains-chart'), 'GainsChart');
const GainsTable = inOwnChunk(() => import('./gains-chart'), 'GainsTable');

const chartOptions = [
  { value: 'count', name: 'Count' },
  { value: 'per_day', name: 'Per day' },
] as const;

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
  readonly onChoosePerDay: (isPerDay: boolean) => void;
}

/** The line of a metric over the chosen period with what happened in it, or its gains per day, as a sentence and as a table. */
export function GrowthCard({ entity, id, view, series, today, onCompare, onZoom, onChoosePerDay }: GrowthCardProps) {
  const { metric, window, isPerDay } = view;
  const name = metricName(entity, metric);
  const days = window ? window.to - window.from : chosenDays(view.period);
  const { cleaned, readings, shown, ignored } = useMemo(() => readingsOf(series, metric, days, window), [series, metric, days, window]);
  const [axisStart, setAxisStart] = useState(0);
  const chart = useRef<HTMLDivElement>(null);
  const points = useMemo(() => toDayPoints(shown), [shown]);
  const linePoints = useMemo(() => toLinePoints(shown), [shown]);
  const previousPoints = useMemo(
    () => (view.isCompared && days !== null ? pointsOfPreviousPeriod(untilDay(toDayPoints(cleaned), window?.to ?? null), days) : []),
    [view.isCompared, days, cleaned, window],
  );
  const gains = useMemo(() => chartedGains(points), [points]);
  const annotations = jumpAnnotations(points);
  const [note, setNote] = useState<DatedNote | null>(null);
  const staleSince = window ? null : staleDay(points, today);
  const canCompare = onCompare !== undefined && days !== null && !isPerDay;
  useShortcuts(canCompare ? { X: () => onCompare(!view.isCompared) } : {});
  const gaps = gapsOf(points);
  const trend = trendSummary(name, shown);
  const endDay = window?.to ?? endOfDays(points, today);
  if (trend === null) return <NoLine name={name} />;
  const summary = isPerDay ? gainsSummary(name, points, today) : trend;
  const fileName = `${entity}-${id}-${metric}${isPerDay ? '-per-day' : ''}`;
  return (
    <Card
      hasSmallTitle
      title={name}
      side={
        <Choices
          label="Chart"
          options={chartOptions}
          value={isPerDay ? 'per_day' : 'count'}
          onChoose={(value) => onChoosePerDay(value === 'per_day')}
        />
      }
      className="stack shrink gap-2"
    >
      <WatchNoteReader entity={entity} id={id} onNote={setNote} />
      {isPerDay ? (
        <Suspense fallback={<div className={styles.chartSpace} />}>
          <GainsChart name={name} summary={summary} gains={gains} chart={chart} />
        </Suspense>
      ) : (
        <>
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
            note={note}
            endDay={endDay}
            onZoom={onZoom}
            onReset={window ? () => onZoom(null) : undefined}
            onDraw={setAxisStart}
            chart={chart}
          />
          <Jumps annotations={annotations} today={today} />
          <NoteLine note={note} points={points} endDay={endDay} today={today} />
        </>
      )}
      <p>{summary}</p>
      {!isPerDay && <AxisStart value={axisStart} />}
      <p className="caption">{dataNotes(ignored.length, gaps.length, isPerDay, staleSince)}</p>
      <CardTools
        fileName={fileName}
        onSave={(name) => (isPerDay ? saveGains(name, metric, gains) : saveReadings(name, metric, readings, new Set(shown)))}
        chart={chart}
        table={<ChartTable isPerDay={isPerDay} name={name} gains={gains} points={readings} plottedPoints={shown} />}
      >
        {canCompare && (
          <Button className={styles.compare} aria-pressed={view.isCompared} onClick={() => onCompare(!view.isCompared)}>
            vs previous {days} days
          </Button>
        )}
      </CardTools>
    </Card>
  );
}

interface CardToolsProps {
  readonly fileName: string;
  readonly onSave: (name: string) => void;
  readonly chart: RefObject<HTMLDivElement | null>;
  readonly table: ReactNode;
  /** More buttons, before the others. */
  readonly children: ReactNode;
}

/** The buttons below a chart, and its table. */
function CardTools({ fileName, onSave, chart, table, children }: CardToolsProps) {
  const [showsTable, setShowsTable] = useState(false);
  const tableId = useId();
  return (
    <>
      <ButtonRow>
        {children}
        <Button kind="quiet" aria-expanded={showsTable} aria-controls={tableId} onClick={() => setShowsTable(!showsTable)}>
          {showsTable ? 'Hide table' : 'Show as table'}
        </Button>
        <Button kind="quiet" onClick={() => onSave(`${fileName}.csv`)}>
          Download CSV
        </Button>
        <DownloadPicture chart={chart} fileName={`${fileName}.png`} />
      </ButtonRow>
      <div id={tableId}>{showsTable && table}</div>
    </>
  );
}

interface ChartTableProps extends ComponentProps<typeof PointTable> {
  readonly isPerDay: boolean;
  readonly gains: readonly Gain[];
}

/** What the chart shows as a table. */
const ChartTable = ({ isPerDay, gains, ...line }: ChartTableProps) =>
  isPerDay ? (
    <Suspense>
      <GainsTable name={line.name} gains={gains} />
    </Suspense>
  ) : (
    <PointTable {...line} />
  );

/** Known once the chart is drawn: its line is reserved, so that nothing below moves. */
const AxisStart = ({ value }: { readonly value: number }) => (
  <p className="caption">{value > 0 ? `The axis starts at ${wholeNumber(value)}.` : '\u00A0'}</p>
);

const NoLine = ({ name }: { readonly name: string }) => (
  <Card hasSmallTitle title={name}>
    <EmptyText>{ONE_READING_SENTENCE}</EmptyText>
  </Card>
);

const untilDay = (points: readonly DayPoint[], lastDay: Day | null): readonly DayPoint[] =>
  lastDay === null ? points : points.filter(({ day }) => day <= lastDay);

/** The jumps of a line, with the numbers that they have on it. */
const Jumps = ({ annotations, today }: { readonly annotations: readonly JumpAnnotation[]; readonly today: Day }) =>
  annotations.length > 0 && (
    <ol className={classes('cluster items-stretch number text-md gap-1 gap-x-5', styles.annotations)} aria-label="Largest jumps">
      {annotations.map((annotation) => (
        <li key={annotation.day} className="row">
          {annotationText(annotation, today)}
        </li>
      ))}
    </ol>
  );

interface NoteLineProps {
  readonly note: DatedNote | null;
  readonly points: readonly DayPoint[];
  readonly endDay: Day;
  readonly today: Day;
}

/** The note that a flag marks on the line. */
const NoteLine = ({ note, points: [first], endDay, today }: NoteLineProps) =>
  note &&
  first &&
  note.day >= first.day &&
  note.day <= endDay && (
    <p className="small" data-testid="chart-note">
      Your note, {shortDay(note.day, today)}: <bdi>{note.text}</bdi>
    </p>
  );

/** What the line leaves out, and where it has no readings. */
const dataNotes = (ignoredCount: number, gapCount: number, isPerDay: boolean, staleSince: Day | null): string =>
  [
    omissionText(ignoredCount, false),
    gapCount > 0 && !isPerDay && 'Dotted: no reading on those days.',
    staleSince !== null && `No readings since ${formatDay(dayLabel(staleSince))}.`,
  ]
    .filter(Boolean)
    .join(' ');
