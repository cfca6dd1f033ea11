import { growthOverPeriod } from '#domain/analytics/growth/growth';
import { countsOf, DEFAULT_LIST_PERIOD, type Metric, metricsOf, periodDays, periods, scoreColumnOf } from '#domain/catalog/metrics';
import { priors } from '#domain/analytics/growth/momentum';
import { momentum } from '#domain/analytics/growth/momentum-of-counts';
import { daysOf, dailySeries } from '#domain/analytics/growth/daily-series';
import type { StoredEntity } from '#domain/catalog/rows/stored-entity';
import type { EntityAnalytics, GrowthByPeriod, MomentumReading, TimeSeries } from '#domain/catalog/detail-contract';
import type { EntityType } from '#domain/catalog/variants';
import { type Day, dayLabel, MINUTES_PER_DAY } from '#domain/days';

/** The days of history that every viewer sees. */
const FREE_HISTORY_DAYS = 90;

interface CountSeries {
  readonly days: Int32Array;
  readonly counts: readonly (number | null)[];
}

function seriesOf(entity: EntityType, stored: StoredEntity, metric: Metric): CountSeries {
  const own = (countsOf[entity] as readonly Metric[]).includes(metric);
  return own
    ? { days: daysOf(stored.at), counts: stored.counts[metric] ?? [] }
    : { days: daysOf(stored.owner_at), counts: stored.owner_followers };
}

/** The number of crawls up to and including a day. */
const countUntil = (days: Int32Array, day: Day): number => {
  const firstLater = days.findIndex((candidate) => candidate > day);
  return firstLater < 0 ? days.length : firstLater;
};

function momentumReadings(entity: EntityType, stored: StoredEntity, metric: Metric, asOf: Day): MomentumReading[] {
  const { days, counts } = seriesOf(entity, stored, metric);
  return periods.map((period) => {
    const scoreColumn = scoreColumnOf(entity, metric, period);
    const { growth_percent: _cleaned, ...measured } = momentum(days, counts, days.length, asOf, periodDays[period], priors[metric]);
    return {
      metric,
      period,
      ...measured,
      rank: stored.ranks[scoreColumn] ?? null,
      previous_rank: stored.previous_ranks[scoreColumn] ?? null,
    };
  });
}

/** The day of the first reading of any count; null without one. */
function firstDay(entity: EntityType, { at, counts }: StoredEntity): string | null {
  const first = at.findIndex((_, index) => countsOf[entity].some((metric) => (counts[metric]?.[index] ?? null) !== null));
  return first < 0 ? null : dayLabel(Math.floor((at[first] ?? 0) / MINUTES_PER_DAY));
}

/** The growth and momentum of a detail response; without full analytics only the 90-day growth. `asOf` is the day of the momentum. */
export function entityAnalytics(
  entity: EntityType,
  stored: StoredEntity,
  asOf: Day,
  hasFullAnalytics: boolean,
  withMomentum: boolean,
): EntityAnalytics {
  const growth: Partial<Record<Metric, GrowthByPeriod>> = {};
  for (const metric of metricsOf[entity]) {
    const { days, counts } = seriesOf(entity, stored, metric);
    const length = countUntil(days, asOf);
    const visiblePeriods = hasFullAnalytics ? periods : [DEFAULT_LIST_PERIOD];
    growth[metric] = Object.fromEntries(
      visiblePeriods.map((period) => [period, growthOverPeriod(days, counts, periodDays[period], length)]),
    );
  }
  const momentum = withMomentum ? { momentum: metricsOf[entity].flatMap((metric) => momentumReadings(entity, stored, metric, asOf)) } : {};
  return { growth, ...momentum, history_limited: !hasFullAnalytics, history_from: firstDay(entity, stored) };
}

/** The series of one count: all of it with full analytics, else its last 90 days. */
export function visibleSeries(stored: StoredEntity, metric: Metric, hasFullAnalytics: boolean): TimeSeries {
  const newest = stored.at.at(-1);
  const from = hasFullAnalytics || newest === undefined ? undefined : Math.floor(newest / MINUTES_PER_DAY) - FREE_HISTORY_DAYS;
  return dailySeries(stored.at, stored.counts[metric] ?? [], from);
}
