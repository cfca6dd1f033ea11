import type { EntityType } from '#domain/catalog/variants';

/** The counts that are followed from day to day. */
export const metrics = ['follower_count', 'collaborator_count', 'pin_count', 'profile_views', 'saves', 'repin_count'] as const;
export type Metric = (typeof metrics)[number];

/** What a crawl of an entity counts: the columns of its series. */
export const countsOf = {
  board: ['follower_count', 'collaborator_count', 'pin_count'],
  pinner: ['follower_count', 'profile_views'],
  pin: ['saves', 'repin_count'],
} as const satisfies Record<EntityType, readonly Metric[]>;

/** What an entity is ranked by; a pin's `follower_count` is its owner's. The place in the list is the place in every score array. */
export const metricsOf = {
  board: ['follower_count', 'collaborator_count', 'pin_count'],
  pinner: ['follower_count', 'profile_views'],
  pin: ['saves', 'repin_count', 'follower_count'],
} as const satisfies Record<EntityType, readonly Metric[]>;

/** What momentum means when no metric is named. */
export const defaultMetric = { board: 'follower_count', pinner: 'follower_count', pin: 'saves' } as const satisfies Record<
  EntityType,
  Metric
>;

export const periods = ['7_days', '15_days', '30_days', '90_days', '365_days'] as const;
export type Period = (typeof periods)[number];

/** The period of the lists' growth columns and of momentum when none is named. */
export const DEFAULT_PERIOD: Period = '90_days';

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

/** How people read a metric of an entity. */
export const metricName = (entity: EntityType, metric: Metric): string =>
  entity === 'pin' && metric === 'follower_count' ? 'Owner’s followers' : metricNames[metric];

/** The place of a metric and a period in every score array of an entity: metric by metric, period by period. -1 when it has none. */
export function scoreColumnOf(entity: EntityType, metric: Metric, period: Period): number {
  const metricIndex = (metricsOf[entity] as readonly Metric[]).indexOf(metric);
  return metricIndex < 0 ? -1 : metricIndex * periods.length + periods.indexOf(period);
}
