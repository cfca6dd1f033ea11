import { columnsWith } from '#domain/catalog/columns';
import type { EntityType } from '#domain/catalog/variants';

/** The counts that have a daily series. */
export const metrics = ['follower_count', 'collaborator_count', 'pin_count', 'profile_views', 'saves', 'repin_count'] as const;
export type Metric = (typeof metrics)[number];

/** The counts of a crawl: the columns of the entity's series. */
export const countsOf = {
  board: columnsWith('board', { history: true }),
  pinner: columnsWith('pinner', { history: true }),
  pin: columnsWith('pin', { history: true }),
} as const satisfies Record<EntityType, readonly Metric[]>;

/** What an entity is ranked by; a pin's `follower_count` is its owner's. The order is that of the score arrays. */
export const metricsOf = {
  board: ['follower_count', 'collaborator_count', 'pin_count'],
  pinner: ['follower_count', 'profile_views'],
  pin: ['saves', 'repin_count', 'follower_count'],
} as const satisfies Record<EntityType, readonly Metric[]>;

/** The metric of momentum when none is given. */
export const defaultMetric = { board: 'follower_count', pinner: 'follower_count', pin: 'saves' } as const satisfies Record<
  EntityType,
  Metric
>;

/** What the default metric of an entity counts. */
export const defaultMetricNouns = {
  board: ['follower', 'followers'],
  pinner: ['follower', 'followers'],
  pin: ['save', 'saves'],
} as const satisfies Record<EntityType, readonly [one: string, many: string]>;

export const periods = ['7_days', '15_days', '30_days', '90_days', '365_days'] as const;
export type Period = (typeof periods)[number];

/** The period of the lists' growth columns, and of their momentum when none is given. */
export const DEFAULT_LIST_PERIOD: Period = '90_days';

/** The period of the growth analytics when none is given. */
export const DEFAULT_REPORT_PERIOD: Period = '30_days';

export const periodDays = { '7_days': 7, '15_days': 15, '30_days': 30, '90_days': 90, '365_days': 365 } as const satisfies Record<
  Period,
  number
>;

export const metricNames = {
  follower_count: 'Followers',
  collaborator_count: 'Collaborators',
  pin_count: 'Pins',
  profile_views: 'Monthly viewers',
  saves: 'Saves',
  repin_count: 'Repins',
} as const satisfies Record<Metric, string>;

/** The label of an entity's metric. */
export const metricName = (entity: EntityType, metric: Metric): string =>
  entity === 'pin' && metric === 'follower_count' ? 'Owner’s followers' : metricNames[metric];

/** The index of a metric and period in an entity's score arrays (metric by metric, period by period); -1 if the entity lacks the metric. */
export function scoreColumnOf(entity: EntityType, metric: Metric, period: Period): number {
  const metricIndex = (metricsOf[entity] as readonly Metric[]).indexOf(metric);
  return metricIndex < 0 ? -1 : metricIndex * periods.length + periods.indexOf(period);
}
