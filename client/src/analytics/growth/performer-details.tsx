import { useState } from 'react';
import type { TopPerformer } from '#domain/analytics/growth/contract';
import { indicatorsOf } from '#domain/analytics/growth/indicators';
import { metricName, type Metric, type Period, periodDays } from '#domain/catalog/metrics';
import { wholeNumber } from '#domain/numbers';
import { useResource } from '../../api/resource';
import { paths } from '../../site/paths';
import { copyLink } from '../../site/clipboard';
import { GrowthChart } from '../../ui/charts/growth-chart';
import { CountFact, Fact, FactList } from '../../ui/fact';
import { LoadError } from '../../ui/feedback/load-error';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { Button, ButtonLink, ButtonRow } from '../../ui/form/button';
import { formatScore } from '../../ui/format';
import type { GrowthView } from './growth-view';
import type { TimeSeries } from '#domain/catalog/detail-contract';
import { dayLabel, dayOf, parseDay } from '#domain/days';
import type { EntityType } from '#domain/catalog/variants';
import { api } from '../../api/api';
import styles from './performer-details.module.css';

const emptySeries: TimeSeries = { x: [], y: [] };

/** Loads the whole time series of an entity's metric from the detail endpoint; empty if it has none. */
const fetchSeries: Record<EntityType, (id: string, metric: Metric, signal: AbortSignal) => Promise<TimeSeries>> = {
  board: async (id, metric, signal) => {
    const { followers, collaborators, pins } = (await api('GET /boards/:id', { params: { id }, signal })).time_series;
    return metric === 'follower_count' ? followers : metric === 'collaborator_count' ? collaborators : pins;
  },
  pinner: async (id, metric, signal) => {
    const { followers, monthly_viewers: viewers } = (await api('GET /pinners/:id', { params: { id }, signal })).time_series;
    return metric === 'follower_count' ? followers : metric === 'profile_views' ? viewers : emptySeries;
  },
  pin: async (id, metric, signal) => {
    const { time_series, pinner } = await api('GET /pins/:id', { params: { id }, signal });
    if (metric !== 'follower_count') return metric === 'saves' ? time_series.saves : time_series.repins;
    return pinner?._id ? fetchSeries.pinner(pinner._id, metric, signal) : emptySeries;
  },
};

/** The part of a series within the period before its latest day. */
function lastDaysOf(series: TimeSeries, period: Period): TimeSeries {
  const latest = parseDay(series.x.at(-1) ?? '');
  if (latest === null) return emptySeries;
  const from = dayLabel(latest - periodDays[period]);
  const start = series.x.findIndex((day) => day >= from);
  return { x: series.x.slice(start), y: series.y.slice(start) };
}

/** Has the series enough values for a line? */
const hasLine = (series: TimeSeries): boolean => series.y.filter((value) => value !== null).length >= 2;

/** The specified sample values before the current one, for metrics without a series. */
const SAMPLE_VALUES = [45, 52, 48] as const;
const SAMPLE_CURRENT_VALUE = 58;

/** A sample series up to the current value, spread over the period. Label it as illustrative. */
function illustrativeLine(current: number | null, period: Period, today: Date): TimeSeries {
  const y = [...SAMPLE_VALUES, current ?? SAMPLE_CURRENT_VALUE];
  const step = periodDays[period] / (y.length - 1);
  return { x: y.map((_, index) => dayLabel(dayOf(today) - Math.round((y.length - 1 - index) * step))), y };
}

interface PerformerDetailsProps {
  readonly performer: TopPerformer;
  readonly view: Pick<GrowthView, 'entity' | 'metric' | 'period'>;
}

/** The content of the side panel: facts, trajectory, indicators, and actions. */
export function PerformerDetails({ performer, view }: PerformerDetailsProps) {
  const { _id: id, current_value: value, momentum_score: score, current_rank: rank, previous_rank: previousRank } = performer;
  return (
    <>
      <FactList className={styles.facts}>
        <CountFact name="Current Value" value={value} />
        <Fact name="Growth Score">{formatScore(score)}</Fact>
        <Fact name="Current Rank">{wholeNumber(rank)}</Fact>
        <Fact name="Prev Rank">{previousRank === null ? 'N/A' : wholeNumber(previousRank)}</Fact>
      </FactList>
      <Trajectory performer={performer} view={view} />
      <PerformanceIndicators performer={performer} />
      <ButtonRow>
        <ButtonLink kind="primary" href={paths[view.entity](id)}>
          View Profile
        </ButtonLink>
        <Button onClick={() => void copyLink()}>Share</Button>
      </ButtonRow>
    </>
  );
}

/** The metric's time series within the period; without one, a sample labeled as illustrative. */
function Trajectory({ performer: { _id: id, current_value: value }, view: { entity, metric, period } }: PerformerDetailsProps) {
  const { data, error, busy, reload } = useResource(`${entity} ${id} ${metric}`, (signal) => fetchSeries[entity](id, metric, signal));
  const [today] = useState(() => new Date());
  if (busy) return <SkeletonBar height={200} />;
  if (error || !data) return <LoadError onRetry={reload} />;
  const series = lastDaysOf(data, period);
  if (hasLine(series)) return <GrowthChart title="Growth Trajectory" name={metricName(entity, metric)} metric={metric} series={series} />;
  return (
    <GrowthChart
      title="Growth Trajectory"
      name="Illustrative line"
      note="Illustrative: no readings for this metric yet."
      series={illustrativeLine(value, period, today)}
    />
  );
}

function PerformanceIndicators({ performer }: { readonly performer: TopPerformer }) {
  const { growth, pace, quality } = indicatorsOf(performer);
  return (
    <section aria-label="Performance Indicators">
      <h3 className={styles.title}>Performance Indicators</h3>
      <FactList className={styles.indicators}>
        <Fact name="Growth">{growth ?? 'Unknown'}</Fact>
        <Fact name="Pace">{pace ?? 'Unknown'}</Fact>
        <Fact name="Data quality">{quality}</Fact>
      </FactList>
    </section>
  );
}
