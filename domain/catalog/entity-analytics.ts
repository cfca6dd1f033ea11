import { growthOver } from '#domain/analytics/growth';
import { countsOf, DEFAULT_PERIOD, type Metric, metricsOf, periodDays, periods, slotOf } from '#domain/analytics/metrics';
import { momentum, priors } from '#domain/analytics/momentum';
import { daysOf, dailySeries } from '#domain/analytics/series';
import type { StoredEntity } from '#domain/catalog/catalog';
import type { EntityAnalytics, GrowthByPeriod, MomentumReading, TimeSeries } from '#domain/catalog/entity';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

/** Days of a series that everybody sees. */
export const FREE_HISTORY = 90;

interface Series {
  readonly days: Int32Array;
  readonly counts: readonly (number | null)[];
}

function seriesOf(entity: EntityType, stored: StoredEntity, metric: Metric): Series {
  const own = (countsOf[entity] as readonly Metric[]).includes(metric);
  return own
    ? { days: daysOf(stored.at), counts: stored.counts[metric] ?? [] }
    : { days: daysOf(stored.owner_at), counts: stored.owner_followers };
}

/** How many crawls lie on or before a day. */
const until = (days: Int32Array, day: Day): number => {
  const later = days.findIndex((one) => one > day);
  return later < 0 ? days.length : later;
};

function readingOf(entity: EntityType, stored: StoredEntity, metric: Metric, asOf: Day): MomentumReading[] {
  const { days, counts } = seriesOf(entity, stored, metric);
  return periods.map((period) => {
    const slot = slotOf(entity, metric, period);
    const { growth_percent: _cleaned, ...found } = momentum(days, counts, days.length, asOf, periodDays[period], priors[metric]);
    return { metric, period, ...found, rank: stored.ranks[slot] ?? null, previous_rank: stored.previous_ranks[slot] ?? null };
  });
}

/** What a detail answer says of growth: all of it with full analytics, else the 90-day figures alone. `asOf` is the day momentum is read for. */
export function entityAnalytics(
  entity: EntityType,
  stored: StoredEntity,
  asOf: Day,
  full: boolean,
  withMomentum: boolean,
): EntityAnalytics {
  const growth: Partial<Record<Metric, GrowthByPeriod>> = {};
  for (const metric of metricsOf[entity]) {
    const { days, counts } = seriesOf(entity, stored, metric);
    const length = until(days, asOf);
    const shown = full ? periods : [DEFAULT_PERIOD];
    growth[metric] = Object.fromEntries(shown.map((period) => [period, growthOver(days, counts, periodDays[period], length)]));
  }
  const momentum = withMomentum ? { momentum: metricsOf[entity].flatMap((metric) => readingOf(entity, stored, metric, asOf)) } : {};
  return { growth, ...momentum, history_limited: !full };
}

/** The series of one count: whole with full analytics, else its last 90 days. */
export function shownSeries(stored: StoredEntity, metric: Metric, full: boolean): TimeSeries {
  const newest = stored.at.at(-1);
  const from = full || newest === undefined ? undefined : Math.floor(newest / 1440) - FREE_HISTORY;
  return dailySeries(stored.at, stored.counts[metric] ?? [], from);
}
