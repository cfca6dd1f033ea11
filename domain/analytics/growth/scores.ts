import { growthOverPeriod } from '#domain/analytics/growth/growth';
import { countsOf, DEFAULT_LIST_PERIOD, defaultMetric, metricsOf, periodDays, periods, type Metric } from '#domain/catalog/metrics';
import { measureGainSteps, newGainSteps } from '#domain/analytics/growth/jump-share';
import { keptReadings, measure, newMeasurement, priors, momentumScore } from '#domain/analytics/growth/momentum';
import { fillSeries, ScoredSeries } from '#domain/analytics/growth/momentum-series';
import { recentChange } from '#domain/analytics/growth/verdict/recent-change';
import { RECENT_DAYS } from '#domain/analytics/growth/verdict/thresholds';
import { isOneJump } from '#domain/catalog/momentum';
import { type EntityType, perEntity } from '#domain/catalog/variants';
import { type Day, MINUTES_PER_DAY } from '#domain/days';

/** The number of score columns of an entity: metric by metric, period by period (see `scoreColumnOf`). */
export const scoreColumnCount = (entity: EntityType): number => metricsOf[entity].length * periods.length;

/** The number of score columns of an entity's own series; the further ones of a pin are its owner's. */
export const ownScoreColumnCount = (entity: EntityType): number => countsOf[entity].length * periods.length;

/** Empty scores of one entity, to score into. Arrays are by score column; NaN means none. */
export function newScores(entity: EntityType) {
  const columnCount = scoreColumnCount(entity);
  const empty = () => new Float64Array(columnCount).fill(NaN);
  return {
    /** Growth of the stored values in percent. */
    growth: empty(),
    score: empty(),
    /** Log growth per 30 days, the sort key of ranks. */
    raw: empty(),
    /** The raw score of one period earlier, the sort key of previous ranks. */
    previousRaw: empty(),
    /** Indexes of `confidences`. */
    confidence: new Uint8Array(columnCount),
    /** Masks of `momentumFlags`. */
    flags: new Uint16Array(columnCount),
    /** The share of the default metric's gain over 90 days that came on its three largest days (see `measureGainSteps`); NaN is unknown. */
    jumpShare: NaN,
    /** The day of the largest step if the gain is "One jump", else NaN. */
    jumpedOn: NaN,
    /** The day of the last reading of each own count; NaN without one. */
    readOn: new Float64Array(countsOf[entity].length).fill(NaN),
    /** The change of the count that verdicts ask about lately (a board's pins, a pin's saves), and the days between its readings; NaN is unknown. */
    recentChange: NaN,
    recentDays: NaN,
  };
}
type EntityScores = ReturnType<typeof newScores>;

const periodLengths = periods.map((period) => periodDays[period]);
const jumpMetric = perEntity((entity) => countsOf[entity].indexOf(defaultMetric[entity] as never));
const ownPriors = perEntity((entity) => countsOf[entity].map((metric: Metric): number => priors[metric]));

const scoredSeries = new ScoredSeries();
const measurement = newMeasurement();
const gainSteps = newGainSteps();
const jumpPeriod = periods.indexOf(DEFAULT_LIST_PERIOD);
const recentPeriod = periodLengths.indexOf(RECENT_DAYS);
const recentMetric = { board: countsOf.board.indexOf('pin_count'), pinner: -1, pin: countsOf.pin.indexOf('saves') } as const;
let dayBuffer = new Int32Array(512);

/** Fills `dayBuffer` with the days of `at`; returns the number of those up to and including `asOf`. */
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

/** Scores how the gain that was just measured came about. */
function scoreJump(asOf: Day, days: number, prior: number, target: EntityScores): void {
  measureGainSteps(keptReadings(), asOf, days, prior, gainSteps);
  target.jumpShare = gainSteps.share;
  target.jumpedOn = isOneJump(gainSteps.share) ? gainSteps.jumpDay : NaN;
}

function scoreRecentChange(asOf: Day, target: EntityScores): void {
  const recent = recentChange(keptReadings(), asOf);
  target.recentChange = recent?.change ?? NaN;
  target.recentDays = recent?.observedDays ?? NaN;
}

/** The day of the last known count among the first `length` ones; NaN without one. */
function lastReadOn(counts: ArrayLike<number | null>, length: number): Day {
  let index = length - 1;
  while (index >= 0 && !((counts[index] ?? NaN) >= 0)) index--;
  return index < 0 ? NaN : dayBuffer[index]!;
}

/**
 * Scores an entity as of a day, for every metric that it counts itself and every period. `at` are its crawls in minutes since 1970,
 * ascending, one per UTC day; `counts` has as many values for each metric of `countsOf` (null or NaN: unknown). Fills and returns `target`,
 * which a job reuses.
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
    fillSeries(scoredSeries, dayBuffer, values, length, prior);
    target.readOn[metric] = lastReadOn(values, length);
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
      if (period === jumpPeriod && metric === jumpMetric[entity]) scoreJump(asOf, days, prior, target);
      if (period === recentPeriod && metric === recentMetric[entity]) scoreRecentChange(asOf, target);
    }
  }
  return target;
}
