import { growthOverPeriod } from '#domain/analytics/growth/growth';
import { countsOf, metricsOf, periodDays, periods, type Metric } from '#domain/catalog/metrics';
import { measure, newMeasurement, priors, momentumScore } from '#domain/analytics/growth/momentum';
import { loadSeries, ScoredSeries } from '#domain/analytics/growth/momentum-series';
import { MINUTES_PER_DAY } from '#domain/analytics/growth/daily-series';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

/** How many slots the score arrays of an entity have: metric by metric, period by period (see `slotOf`). */
export const scoreColumnCount = (entity: EntityType): number => metricsOf[entity].length * periods.length;

/** The slots that an entity's own series fill; a pin's further ones are its owner's. */
export const ownScoreColumnCount = (entity: EntityType): number => countsOf[entity].length * periods.length;

/**
 * The scores of one entity, slot by slot; NaN is "none". `confidence` holds places in `confidences` (0 low, 1 medium, 2 high), `flags`
 * masks of `momentumFlags` (see `flagNames`).
 */
export interface EntityScores {
  /** Growth in percent of the stored values. */
  readonly growth: Float64Array;
  readonly score: Float64Array;
  /** Log growth per 30 days, the sort key of ranks. */
  readonly raw: Float64Array;
  /** The same one period earlier, the sort key of previous ranks. */
  readonly previousRaw: Float64Array;
  readonly confidence: Uint8Array;
  readonly flags: Uint16Array;
}

/** Scores without any value, to score into. */
export function newScores(entity: EntityType): EntityScores {
  const columnCount = scoreColumnCount(entity);
  const empty = () => new Float64Array(columnCount).fill(NaN);
  return {
    growth: empty(),
    score: empty(),
    raw: empty(),
    previousRaw: empty(),
    confidence: new Uint8Array(columnCount),
    flags: new Uint16Array(columnCount),
  };
}

const periodLengths = periods.map((period) => periodDays[period]);
const priorsOf = (entity: EntityType): readonly number[] => countsOf[entity].map((metric: Metric) => priors[metric]);
const ownPriors: Readonly<Record<EntityType, readonly number[]>> = {
  board: priorsOf('board'),
  pinner: priorsOf('pinner'),
  pin: priorsOf('pin'),
};

const scoredSeries = new ScoredSeries();
const measurement = newMeasurement();
let dayBuffer = new Int32Array(512);

/** Fills `days` with the days of `at`; answers how many are not after `asOf`. */
function daysUntil(at: ArrayLike<number>, asOf: Day): number {
  if (dayBuffer.length < at.length) dayBuffer = new Int32Array(at.length * 2);
  let index = 0;
  for (; index < at.length; index++) {
    const day = Math.floor(at[index]! / MINUTES_PER_DAY);
    if (day > asOf) break;
    dayBuffer[index] = day;
  }
  return index;
}

/**
 * Growth and momentum of an entity as of a day, for every metric it counts itself and every period; a pin's third metric stays empty.
 * `at` are its crawls in minutes since 1970, ascending, one per UTC day; `counts` has, per metric of `countsOf`, as many values
 * (null or NaN: unknown). Given `into`, that is filled and answered, so that a job makes no garbage.
 */
export function scoreEntity(
  entity: EntityType,
  at: ArrayLike<number>,
  counts: readonly ArrayLike<number | null>[],
  asOf: Day,
  target: EntityScores = newScores(entity),
): EntityScores {
  const length = daysUntil(at, asOf);
  const ownMetricPriors = ownPriors[entity];
  for (let metric = 0; metric < ownMetricPriors.length; metric++) {
    const values = counts[metric]!;
    const prior = ownMetricPriors[metric]!;
    loadSeries(scoredSeries, dayBuffer, values, length, prior);
    for (let period = 0; period < periodLengths.length; period++) {
      const column = metric * periodLengths.length + period;
      const days = periodLengths[period]!;
      target.growth[column] = growthOverPeriod(dayBuffer, values, days, length) ?? NaN;
      measure(scoredSeries, asOf - days, days, prior, measurement);
      target.previousRaw[column] = measurement.raw;
      measure(scoredSeries, asOf, days, prior, measurement);
      target.raw[column] = measurement.raw;
      target.score[column] = Number.isNaN(measurement.raw) ? NaN : momentumScore(measurement.raw);
      target.confidence[column] = measurement.confidence;
      target.flags[column] = measurement.flags;
    }
  }
  return target;
}
