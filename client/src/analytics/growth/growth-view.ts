import { DEFAULT_REPORT_PERIOD, defaultMetric, type Metric, metricsOf, type Period, periods } from '#domain/catalog/metrics';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { queryString } from '../../api/api';
import { paths } from '../../site/paths';
import { pageIn } from '../../ui/navigation/pagination';

/** The selectable numbers of results. */
export const resultLimits = [10, 20, 50, 100] as const;
const defaults = { entity: 'board', period: DEFAULT_REPORT_PERIOD, limit: 100, page: 1 } as const;

/** The filter of the top performers. */
export interface GrowthFilter {
  readonly entity: EntityType;
  readonly period: Period;
  readonly metric: Metric;
  readonly limit: (typeof resultLimits)[number];
}

/** The state of the screen, stored in its URL. */
export interface GrowthView extends GrowthFilter {
  /** Starts at 1. */
  readonly page: number;
  /** The id of the performer in the side panel; null if it is closed. */
  readonly openId: string | null;
}

const metricFor = (entity: EntityType, requested: string | null): Metric =>
  (metricsOf[entity] as readonly Metric[]).find((metric) => metric === requested) ?? defaultMetric[entity];

/** Parses the query string; missing or invalid values fall back to defaults. */
export function parseGrowthView(query: string): GrowthView {
  const params = new URLSearchParams(query);
  const entity = entityTypes.find((type) => type === params.get('entity')) ?? defaults.entity;
  return {
    entity,
    period: periods.find((period) => period === params.get('period')) ?? defaults.period,
    metric: metricFor(entity, params.get('metric')),
    limit: resultLimits.find((limit) => String(limit) === params.get('limit')) ?? defaults.limit,
    page: pageIn(params),
    openId: params.get('open'),
  };
}

/** The URL of a view; default values are omitted. */
export const growthUrl = ({ openId: open, ...view }: GrowthView): string =>
  paths.growth + queryString({ ...view, open }, { ...defaults, metric: defaultMetric[view.entity] });

/**
 * Applies a filter: goes back to the first page and closes the panel. Another entity type keeps the metric if it has it; pins start
 * with saves.
 */
export function withGrowthFilter(view: GrowthView, change: Partial<GrowthFilter>): GrowthView {
  const next = { ...view, ...change, page: 1, openId: null };
  const isOtherEntity = next.entity !== view.entity;
  const metric = isOtherEntity && next.entity === 'pin' ? defaultMetric.pin : metricFor(next.entity, next.metric);
  return { ...next, metric };
}
