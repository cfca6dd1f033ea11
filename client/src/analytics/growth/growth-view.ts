import { DEFAULT_REPORT_PERIOD, defaultMetric, type Metric, metricsOf, type Period, periods } from '#domain/catalog/metrics';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { paths } from '../../site/paths';

/** How many performers one can ask for. */
export const resultLimits = [10, 20, 50, 100] as const;
const DEFAULT_RESULT_LIMIT = 100;

/** What the best performers are asked for by. */
export interface GrowthFilter {
  readonly entity: EntityType;
  readonly period: Period;
  readonly metric: Metric;
  readonly limit: (typeof resultLimits)[number];
}

/** What of the growth analytics is on screen. */
export interface GrowthView extends GrowthFilter {
  /** From 1. */
  readonly page: number;
  /** The performer in the side panel; null for none. */
  readonly openId: string | null;
}

const metricFor = (entity: EntityType, wanted: string | null): Metric =>
  (metricsOf[entity] as readonly Metric[]).find((metric) => metric === wanted) ?? defaultMetric[entity];

/** The view that an address names; what it does not say, or says wrongly, falls back. */
export function parseGrowthView(text: string): GrowthView {
  const params = new URLSearchParams(text);
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

/** The address of a view, without what is so by default. */
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

/** Another filter starts at the first page with nothing open; another type of entity keeps the metric where it has it, but pins go by saves. */
export function withFilter(view: GrowthView, change: Partial<GrowthFilter>): GrowthView {
  const next = { ...view, ...change, page: 1, openId: null };
  const isOtherEntity = next.entity !== view.entity;
  const metric = isOtherEntity && next.entity === 'pin' ? defaultMetric.pin : metricFor(next.entity, next.metric);
  return { ...next, metric };
}
