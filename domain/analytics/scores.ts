import { growthOver } from '#domain/analytics/growth';
import { countsOf, metricsOf, periodDays, periods, type Metric } from '#domain/analytics/metrics';
import { measure, newReading, priors, scoreOf } from '#domain/analytics/momentum';
import { load, ScoredSeries } from '#domain/analytics/momentum-series';
import { MINUTES_A_DAY } from '#domain/analytics/series';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

/** How many slots the score arrays of an entity have: metric by metric, period by period (see `slotOf`). */
export const slotsOf = (entity: EntityType): number => metricsOf[entity].length * periods.length;

/** The slots that an entity's own series fill; a pin's further ones are its owner's. */
export const ownSlotsOf = (entity: EntityType): number => countsOf[entity].length * periods.length;

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
  readonly rawBefore: Float64Array;
  readonly confidence: Uint8Array;
  readonly flags: Uint16Array;
}

/** Scores without any value, to score into. */
export function newScores(entity: EntityType): EntityScores {
  const slots = slotsOf(entity);
  const empty = () => new Float64Array(slots).fill(NaN);
  return {
    growth: empty(),
    score: empty(),
    raw: empty(),
    rawBefore: empty(),
    confidence: new Uint8Array(slots),
    flags: new Uint16Array(slots),
  };
}

const lengths = periods.map((period) => periodDays[period]);
const priorsOf = (entity: EntityType): readonly number[] => countsOf[entity].map((metric: Metric) => priors[metric]);
const ownPriors: Readonly<Record<EntityType, readonly number[]>> = {
  board: priorsOf('board'),
  pinner: priorsOf('pinner'),
  pin: priorsOf('pin'),
};

const series = new ScoredSeries();
const reading = newReading();
let days = new Int32Array(512);

/** Fills `days` with the days of `at`; answers how many are not after `asOf`. */
function daysUntil(at: ArrayLike<number>, asOf: Day): number {
  if (days.length < at.length) days = new Int32Array(at.length * 2);
  let place = 0;
  for (; place < at.length; place++) {
    const day = Math.floor(at[place]! / MINUTES_A_DAY);
    if (day > asOf) break;
    days[place] = day;
  }
  return place;
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
  into: EntityScores = newScores(entity),
): EntityScores {
  const length = daysUntil(at, asOf);
  const own = ownPriors[entity];
  for (let metric = 0; metric < own.length; metric++) {
    const values = counts[metric]!;
    const prior = own[metric]!;
    load(series, days, values, length, prior);
    for (let period = 0; period < lengths.length; period++) {
      const slot = metric * lengths.length + period;
      const span = lengths[period]!;
      into.growth[slot] = growthOver(days, values, span, length) ?? NaN;
      measure(series, asOf - span, span, prior, reading);
      into.rawBefore[slot] = reading.raw;
      measure(series, asOf, span, prior, reading);
      into.raw[slot] = reading.raw;
      into.score[slot] = Number.isNaN(reading.raw) ? NaN : scoreOf(reading.raw);
      into.confidence[slot] = reading.confidence;
      into.flags[slot] = reading.flags;
    }
  }
  return into;
}
