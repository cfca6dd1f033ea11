import { type Trend, type Momentum, confidences } from '#domain/catalog/momentum';
import { ScoredSeries, fillSeries } from '#domain/analytics/growth/momentum-series';
import { keptReadings, measure, momentumScore, newMeasurement } from '#domain/analytics/growth/momentum';
import type { Day } from '#domain/days';
import { growthPercent } from '#domain/analytics/growth/growth';
import { flagNames } from '#domain/analytics/growth/momentum-flags';

const MIN_TREND_LOG_GROWTH = Math.log(1.01);

/** The trend of a pace: rising or falling from one percent in 30 days. */
export const trendOf = (raw: number): Trend => (raw >= MIN_TREND_LOG_GROWTH ? 'rising' : raw <= -MIN_TREND_LOG_GROWTH ? 'falling' : 'flat');

const loadedSeries = new ScoredSeries();
const scratchMeasurement = newMeasurement();

/** Loads a count's snapshots and returns the readings that momentum keeps of them, look-back included. The next measurement overwrites them. */
export function keptReadingsOf(
  days: ArrayLike<number>,
  counts: ArrayLike<number | null>,
  today: Day,
  periodDays: number,
  prior: number,
): ScoredSeries {
  fillSeries(loadedSeries, days, counts, days.length, prior);
  measure(loadedSeries, today, periodDays, prior, scratchMeasurement);
  return keptReadings();
}

/**
 * Measures how fast a count is growing as of `today`. The first `length` snapshots are read, in any order: times in days since 1970 (a
 * fraction is the time of day) and their counts. Null is unknown, and snapshots after `today` are ignored.
 */
export function momentum(
  days: ArrayLike<number>,
  counts: ArrayLike<number | null>,
  length: number,
  today: Day,
  periodDays: number,
  prior: number,
): Momentum {
  fillSeries(loadedSeries, days, counts, length, prior);
  measure(loadedSeries, today, periodDays, prior, scratchMeasurement);
  const { raw, flags, confidence, coverage, largestGap, points, start, end } = scratchMeasurement;
  const isScored = !Number.isNaN(raw);
  return {
    score: isScored ? momentumScore(raw) : null,
    raw: isScored ? raw : null,
    growth_percent: isScored ? growthPercent(end, start) : null,
    trend: isScored ? trendOf(raw) : null,
    confidence: confidences[confidence] ?? 'low',
    coverage,
    largest_gap: largestGap,
    points,
    flags: flagNames(flags),
  };
}
