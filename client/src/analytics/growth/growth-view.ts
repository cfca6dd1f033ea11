import { DEFAULT_REPORT_PERIOD, defaultMetric, type Metric, metricsOf, type Period, periods } from '#domain/catalog/metrics';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { paths } from '../../site/paths';

/** The selectable numbers of results. */
export const resultLimits = [10, 20, 50, 100] as const;
const DEFAULT_RESULT_LIMIT = 100;

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
  const entity = entityTypes.find((type) => type === params.get('entity')) ?? 'board';
  const page = Number(params.get('page'));
  return {
    entity,
    period: periods.find((period) => period === params.get('period')) ?? DEFAULT_REPORT_PERIOD,
    metric: metricFor(entity, params.get('metric')),
    limit: resultLimits.find((limit) => String(limit) === params.get('limit')) ?? DEFAULT_RESULT_LIMIT,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    openId: params.get('open'),
  };
}

/** The URL of a view; default values are omitted. */
export function growthUrl({ entity, period, metric, limit, page, openId }: GrowthView): string {
  const params = new URLSearchParams();
  if (entity !== 'board') params.set('entity', entity);
  if (period !== DEFAULT_REPORT_PERIOD) params.set('period', period);
  if (metric !== defaultMetric[entity]) params.set('metric', metric);
  if (limit !== DEFAULT_RESULT_LIMIT) params.set('limit', String(limit));
  if (page !== 1) params.set('page', String(page));
  if (openId !== null) params.set('open', openId);
  return `${paths.growth}${params.size > 0 ? `?${params}` : ''}`;
}

/**
 * Applies a filter: goes back to the first page and closes the panel. Another entity type keeps the metric if it has it; pins start
 * with saves.
 */
export function withFilter(view: GrowthView, change: Partial<GrowthFilter>): GrowthView {
  const next = { ...view, ...change, page: 1, openId: null };
  const isOtherEntity = next.entity !== view.entity;
  const metric = isOtherEntity && next.entity === 'pin' ? defaultMetric.pin : metricFor(next.entity, next.metric);
  return { ...next, metric };
}
