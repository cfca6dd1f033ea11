import { type ReactNode, useState } from 'react';
import { growthPercent } from '#domain/analytics/growth/growth';
import type { Board, EntityAnalytics, Pin, Pinner, Provenance, TimeSeries, VerdictLine } from '#domain/catalog/detail-contract';
import { defaultMetric, type Metric } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { dayLabel, dayOf } from '#domain/days';
import { useEntitlement } from '../../../site/session';
import { knownPoints, toDayPoints } from '../../../ui/charts/chart-points';
import { JumpBadge } from '../../../ui/badge';
import { MomentumPanel } from '../momentum-panel';
import { VerdictPanel } from '../verdict-panel';
import { chartedMetrics, chosenPeriod, type DetailView, useDetailView } from './detail-view';
import { GrowthCard } from './growth-card';
import { MetricCards, type MetricFigure } from './metric-cards';
import { PeriodSwitch } from './period-switch';
import { OneReading } from './one-reading';
import { hasLine, verdictOver } from './readings';
import { staleDay } from './stale-end';

/** What the section reads of a detail response. */
interface GrowthDetails extends EntityAnalytics, Provenance {
  readonly _id: string;
  readonly time_series: (Board | Pin | Pinner)['time_series'];
  readonly jump_share: number | null;
  readonly jumped_on: string | null;
  readonly verdict: readonly VerdictLine[];
  readonly verdict_by_period: Board['verdict_by_period'];
}

interface GrowthSectionProps {
  readonly entity: EntityType;
  readonly details: GrowthDetails & { readonly [M in Metric]?: number | null | undefined };
  readonly series: Partial<Record<Metric, TimeSeries>>;
}

const noSeries: TimeSeries = { x: [], y: [] };

/** Is it growing, and should I? One period and one metric, which the address names, drive all parts. */
export function GrowthSection({ entity, details, series }: GrowthSectionProps): ReactNode {
  const [view, choose] = useDetailView(entity);
  const [today] = useState(() => dayOf(new Date()));
  const hasFullAnalytics = useEntitlement('full_analytics');
  if (!hasLine(details)) return <OneReading entity={entity} details={details} series={series} />;
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
      <VerdictPanel entity={entity} verdict={verdictOver(details, view.period)} />
      <MetricCards
        entity={entity}
        figures={figures}
        period={view.period}
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
      />
      <MomentumPanel entity={entity} analytics={details} metric={view.metric} period={chosenPeriod(view.period) ?? '365_days'} />
    </>
  );
}

/** The known counts, each with its growth. */
function figuresOf(
  entity: EntityType,
  details: GrowthSectionProps['details'],
  series: GrowthSectionProps['series'],
  { period }: DetailView,
  today: number,
): MetricFigure[] {
  return chartedMetrics[entity].flatMap((metric): MetricFigure[] => {
    const points = toDayPoints(knownPoints(series[metric] ?? noSeries));
    const value = details[metric] ?? null;
    if (value === null && points.length === 0) return [];
    const chosen = chosenPeriod(period);
    const [first, last] = [points[0], points.at(-1)];
    const overall = first && last && points.length > 1 ? growthPercent(last.value, first.value) : null;
    const growth = chosen === null ? overall : (details.growth[metric]?.[chosen] ?? null);
    const stale = staleDay(points, today);
    const badge = metric === defaultMetric[entity] && <JumpBadge jump={details} />;
    return [{ metric, value, growth, staleSince: stale === null ? null : dayLabel(stale), badge }];
  });
}
