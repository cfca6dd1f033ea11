import { type ReactNode, useState } from 'react';
import { type DayWindow, pointsOfWindow } from '#domain/analytics/growth/chart/measure';
import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import { growthPercent } from '#domain/analytics/growth/growth';
import type { TimeSeries } from '#domain/catalog/detail-contract';
import { defaultMetric, type Metric, metricName } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { dayLabel, dayOf, shortDay } from '#domain/days';
import { useEntitlement } from '../../../site/session';
import { knownPoints, ONE_READING_SENTENCE, toDayPoints } from '../../../ui/charts/chart-points';
import { JumpBadge } from '../../../ui/badge';
import { Button } from '../../../ui/form/button';
import { periodNames } from '../../../ui/momentum-labels';
import { MomentumPanel } from '../momentum-panel';
import { VerdictPanel } from '../verdict-panel';
import { chartedMetrics, choiceName, chosenDays, chosenPeriod, type DetailView, type PeriodChoice, useDetailView } from './detail-view';
import { GrowthCard } from './growth-card';
import { PeriodSwitch } from './period-switch';
import { countOf, hasLine, staleDay, verdictOver } from './readings';
import type { DetailByEntity } from '../use-detail';
import { Card } from '../../../ui/card';
import { CountFact, FactList } from '../../../ui/fact';
import { formatDate, formatDay, formatDayRange } from '../../../ui/format';
import { classes } from '../../../ui/classes';
import { Count } from '../../../ui/count';
import { GrowthPercent } from '../../../ui/growth-percent';
import styles from './metric-cards.module.css';

/** The figures of an entity that was read once or never, and when growth appears; what is judged without growth stands above. */
function OneReading({ entity, details, series }: GrowthSectionProps) {
  const known = chartedMetrics[entity].flatMap((metric) => {
    const value = countOf(details, metric);
    return value === null ? [] : [{ metric, value }];
  });
  const days = Object.values(series).flatMap((one) => knownPoints(one).map(({ day }) => day));
  const lastDay = days.toSorted().at(-1);
  const judged = details.searchable ? details.verdict.filter(({ mark }) => mark !== 'unknown') : [];
  return (
    <>
      {judged.length > 0 && <VerdictPanel entity={entity} verdict={judged} />}
      <Card
        hasSmallTitle
        title={lastDay === undefined ? 'No reading yet' : `One reading, ${formatDate(lastDay)}`}
        aria-label="Figures"
        className="stack gap-3"
        data-testid="one-reading"
      >
        <FactList className="hide-empty">
          {known.map(({ metric, value }) => (
            <CountFact key={metric} name={metricName(entity, metric)} value={value} />
          ))}
        </FactList>
        <p className="muted">{ONE_READING_SENTENCE}</p>
      </Card>
    </>
  );
}

interface GrowthSectionProps {
  readonly entity: EntityType;
  readonly details: DetailByEntity[EntityType];
  readonly series: Partial<Record<Metric, TimeSeries>>;
}

const noSeries: TimeSeries = { x: [], y: [] };

/** Is it growing, and should I? One period and one metric, which the address names, drive all parts. */
export function GrowthSection({ entity, details, series }: GrowthSectionProps): ReactNode {
  const [address, choose] = useDetailView(entity);
  const [today] = useState(() => dayOf(new Date()));
  const hasFullAnalytics = useEntitlement('full_analytics');
  if (!hasLine(details)) return <OneReading entity={entity} details={details} series={series} />;
  const view = { ...address, window: usableWindow(address, series) };
  const figures = figuresOf(entity, details, series, view, today);
  const firstShown = Object.values(series)
    .flatMap(({ x }) => x.slice(0, 1))
    .toSorted()[0];
  const hasMore = details.history_from !== null && firstShown !== undefined && details.history_from < firstShown;
  return (
    <>
      <PeriodSwitch
        view={view}
        hiddenSince={details.history_limited && hasMore ? details.history_from : null}
        onChoose={(period) => choose({ period })}
      />
      {view.window && (
        <p className="caption" data-testid="chart-window">
          Figures and chart: {shortDay(view.window.from, today)} to {shortDay(view.window.to, today)}. Checks and momentum:{' '}
          {periodNames[chosenPeriod(view.period) ?? '365_days']}.{' '}
          <Button kind="quiet" onClick={() => choose({ window: null })}>
            Show {choiceName(view.period)}
          </Button>
        </p>
      )}
      <VerdictPanel entity={entity} verdict={verdictOver(details, view.period)} />
      <MetricCards
        entity={entity}
        figures={figures}
        period={view.period}
        window={view.window}
        selected={view.metric}
        onSelect={(metric) => choose({ metric })}
      />
      <GrowthCard
        entity={entity}
        id={details._id}
        view={view}
        series={series[view.metric] ?? noSeries}
        today={today}
        onCompare={hasFullAnalytics ? (isCompared) => choose({ isCompared }) : undefined}
        onZoom={(window) => choose({ window })}
        onChoosePerDay={(isPerDay) => choose({ isPerDay })}
      />
      <MomentumPanel entity={entity} analytics={details} metric={view.metric} period={chosenPeriod(view.period) ?? '365_days'} />
    </>
  );
}

/** The window of the address; null where the line has fewer than two readings in it. */
const usableWindow = ({ window, metric }: DetailView, series: GrowthSectionProps['series']): DayWindow | null =>
  window && pointsOfWindow(toDayPoints(knownPoints(series[metric] ?? noSeries)), window).length > 1 ? window : null;

/** The known counts, each with its growth. */
function figuresOf(
  entity: EntityType,
  details: GrowthSectionProps['details'],
  series: GrowthSectionProps['series'],
  { period, window }: DetailView,
  today: number,
): MetricFigure[] {
  return chartedMetrics[entity].flatMap((metric): MetricFigure[] => {
    const points = toDayPoints(knownPoints(series[metric] ?? noSeries));
    if (window) return windowFigures(metric, pointsOfWindow(points, window));
    const value = countOf(details, metric);
    if (value === null && points.length === 0) return [];
    const chosen = chosenPeriod(period);
    const growth = chosen === null ? growthOver(points) : (details.growth[metric]?.[chosen] ?? null);
    const stale = staleDay(points, today);
    const badge = metric === defaultMetric[entity] && <JumpBadge jump={details} />;
    return [{ metric, value, growth, staleSince: stale === null ? null : dayLabel(stale), badge }];
  });
}

/** The figure at the end of a window, with its growth since the first reading there; none without a reading. */
const windowFigures = (metric: Metric, points: readonly DayPoint[]): MetricFigure[] => {
  const last = points.at(-1);
  return last ? [{ metric, value: last.value, growth: growthOver(points), staleSince: null }] : [];
};

/** The growth from the first reading to the last one; null with fewer than two. */
function growthOver(points: readonly DayPoint[]): number | null {
  const [first, last] = [points[0], points.at(-1)];
  return first && last && points.length > 1 ? growthPercent(last.value, first.value) : null;
}

/** A count with its growth over the chosen period. */
interface MetricFigure {
  readonly metric: Metric;
  readonly value: number | null;
  readonly growth: number | null;
  /** The day of the last reading, where it is old; null otherwise. */
  readonly staleSince: string | null;
  readonly badge?: ReactNode;
}

interface MetricCardsProps {
  readonly entity: EntityType;
  readonly figures: readonly MetricFigure[];
  readonly period: PeriodChoice;
  /** The days of the figures instead of the period. */
  readonly window: DayWindow | null;
  readonly selected: Metric;
  readonly onSelect: (metric: Metric) => void;
}

/** The counts of an entity. Each chooses the line below. */
const MetricCards = ({ entity, figures, period, window, selected, onSelect }: MetricCardsProps) => (
  <fieldset className={classes('stack gap-3', styles.cards)} aria-label="Figures" data-testid="facts">
    {figures.length === 0 && <p className="muted">No counts are known yet.</p>}
    {figures.map(({ metric, value, growth, staleSince, badge }) => (
      <button
        key={metric}
        type="button"
        className={classes('surface stack at-top to-start tap ink hover choice', styles.card)}
        aria-pressed={metric === selected}
        onClick={() => onSelect(metric)}
        data-testid={`metric-${metric}`}
      >
        <span className="caption">{metricName(entity, metric)}</span>{' '}
        <span className={styles.value}>
          <Count value={value} />
        </span>{' '}
        {growth !== null && (
          <span className="cluster items-baseline strong text-lg gap-1">
            <GrowthPercent percent={growth} isMuted={staleSince !== null} days={window ? window.to - window.from : chosenDays(period)} />{' '}
            <span className="muted text-sm normal">
              {window ? formatDayRange(dayLabel(window.from), dayLabel(window.to)) : choiceName(period)}
              {staleSince !== null && ` to ${formatDay(staleSince)}`}
            </span>
          </span>
        )}
        {badge}
      </button>
    ))}
  </fieldset>
);
