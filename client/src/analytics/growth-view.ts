import { defaultMetric, type Metric, metricsOf, type Period, periods } from '#domain/analytics/metrics';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { paths } from '../app/paths';

/** How many performers one can ask for. */
export const limits = [10, 20, 50, 100] as const;
const MOST = 100;
const DEFAULT_PERIOD: Period = '30_days';

/** What the best performers are asked for by. */
export interface GrowthFilter {
  readonly entity: EntityType;
  readonly period: Period;
  readonly metric: Metric;
  readonly limit: (typeof limits)[number];
}

/** What of the growth analytics is on screen. */
export interface GrowthView extends GrowthFilter {
  /** From 1. */
  readonly page: number;
  /** The performer in the side panel; null for none. */
  readonly open: string | null;
}

const metricFor = (entity: EntityType, asked: string | null): Metric =>
  (metricsOf[entity] as readonly Metric[]).find((metric) => metric === asked) ?? defaultMetric[entity];

/** The view that an address names; what it does not say, or says wrongly, falls back. */
export function growthViewIn(text: string): GrowthView {
  const asked = new URLSearchParams(text);
  const entity = entityTypes.find((type) => type === asked.get('entity')) ?? 'board';
  const page = Number(asked.get('page'));
  return {
    entity,
    period: periods.find((period) => period === asked.get('period')) ?? DEFAULT_PERIOD,
    metric: metricFor(entity, asked.get('metric')),
    limit: limits.find((limit) => String(limit) === asked.get('limit')) ?? MOST,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    open: asked.get('open'),
  };
}

/** The address of a view, without what is so by default. */
export function addressOfGrowth({ entity, period, metric, limit, page, open }: GrowthView): string {
  const query = new URLSearchParams();
  if (entity !== 'board') query.set('entity', entity);
  if (period !== DEFAULT_PERIOD) query.set('period', period);
  if (metric !== defaultMetric[entity]) query.set('metric', metric);
  if (limit !== MOST) query.set('limit', String(limit));
  if (page !== 1) query.set('page', String(page));
  if (open !== null) query.set('open', open);
  return `${paths.growth}${query.size > 0 ? `?${query}` : ''}`;
}

/** Another filter starts at the first page with nothing open; another type of entity keeps the metric where it has it, but pins go by saves. */
export function withFilter(view: GrowthView, change: Partial<GrowthFilter>): GrowthView {
  const next = { ...view, ...change, page: 1, open: null };
  const isOtherEntity = next.entity !== view.entity;
  const metric = isOtherEntity && next.entity === 'pin' ? defaultMetric.pin : metricFor(next.entity, next.metric);
  return { ...next, metric };
}
