import { periodDays, periods } from '#domain/catalog/metrics';
import { priors } from '#domain/analytics/growth/momentum';
import { momentum } from '#domain/analytics/growth/momentum-of-counts';
import { SeededRandom } from '#server/demo/seeded-random';
import { randomSeries, LAST_DAY } from '../data/random-series.js';
import { type Finding, toFinding } from '../finding.js';
import type { Benchmark } from '../benchmark.js';

const SERIES_COUNT = 200;
const maxMicroseconds = { 30: 10, 365: 100 } as const;

/** Mean microseconds per call over many series and every period, once per round. */
function measurePoints(points: 30 | 365, rounds: number): Finding {
  const random = new SeededRandom(points);
  const days = Int32Array.from({ length: points }, (_, index) => LAST_DAY - points + 1 + index);
  const series = Array.from({ length: SERIES_COUNT }, () => randomSeries(random, random.logNormal(900, 2), points));
  const scoreAll = (): void => {
    for (const counts of series) {
      for (const period of periods) momentum(days, counts, points, LAST_DAY, periodDays[period], priors.follower_count);
    }
  };
  for (let warmUp = 0; warmUp < 10; warmUp++) scoreAll();
  const ours = Array.from({ length: rounds * 2 }, () => {
    const startedAt = performance.now();
    scoreAll();
    return ((performance.now() - startedAt) * 1_000) / (SERIES_COUNT * periods.length);
  });
  return toFinding({ operation: `momentum of ${points} sorted points`, unit: 'µs', ours, goal: { p50: maxMicroseconds[points] } });
}

/** The pure function alone, on one core. */
export const momentumBenchmark: Benchmark = {
  title: 'Momentum, the pure function',
  measure: async ({ rounds }) => [measurePoints(30, rounds), measurePoints(365, rounds)],
};
