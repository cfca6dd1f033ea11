import { periodDays, periods } from '#domain/analytics/metrics';
import { momentum, priors } from '#domain/analytics/momentum';
import { Chance } from '#server/demo/random';
import { history, LAST_DAY } from '../data/histories.js';
import { type Finding, finding } from '../finding.js';
import type { Pair } from '../pair.js';

const SERIES = 200;
const most = { 30: 10, 365: 100 } as const;

/** Microseconds of one call, the mean over many series and every period, once per round. */
function measureAt(points: 30 | 365, rounds: number): Finding {
  const chance = new Chance(points);
  const days = Int32Array.from({ length: points }, (_, place) => LAST_DAY - points + 1 + place);
  const series = Array.from({ length: SERIES }, () => history(chance, chance.logNormal(900, 2), points));
  const once = (): void => {
    for (const counts of series) {
      for (const period of periods) momentum(days, counts, points, LAST_DAY, periodDays[period], priors.follower_count);
    }
  };
  for (let warmUp = 0; warmUp < 10; warmUp++) once();
  const ours = Array.from({ length: rounds * 2 }, () => {
    const began = performance.now();
    once();
    return ((performance.now() - began) * 1_000) / (SERIES * periods.length);
  });
  return finding({ operation: `momentum of ${points} sorted points`, unit: 'µs', ours, goal: { p50: most[points] } });
}

/** The pure function alone, on one core. */
export const momentumPair: Pair = {
  title: 'Momentum, the pure function',
  measure: async ({ rounds }) => [measureAt(30, rounds), measureAt(365, rounds)],
};
