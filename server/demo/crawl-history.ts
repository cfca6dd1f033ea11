import { type Day, MINUTES_PER_DAY } from '#domain/days';
import type { SeededRandom } from '#server/demo/seeded-random';

/** The crawls of one entity. */
export interface CrawlHistory {
  /** Minutes since 1970, one per crawled day, ascending. */
  readonly at: number[];
  /** One list per metric, as long as `at`. */
  readonly counts: (number | null)[][];
}

export type Trend = 'steady' | 'growing' | 'declining' | 'burst' | 'stale' | 'zero';

/** Daily log growth and its noise, per trend. */
const logGrowthByTrend = {
  steady: [0.0002, 0.0006],
  growing: [0.0022, 0.0015],
  declining: [-0.0012, 0.0008],
  burst: [0.0006, 0.0008],
  stale: [0.0004, 0.0008],
  zero: [0, 0],
} as const satisfies Record<Trend, readonly [number, number]>;

const STALE_DAYS = 130;

interface CrawlHistoryOptions {
  readonly random: SeededRandom;
  readonly today: Day;
  readonly days: number;
  readonly intervalDays: number;
  readonly trend: Trend;
  /** The approximate final count of each metric. */
  readonly finalCounts: readonly number[];
}

/** A random walk of one count over all days that ends at `finalCount`. */
function randomWalk({ random, days, trend }: CrawlHistoryOptions, finalCount: number): number[] {
  const [drift, noise] = logGrowthByTrend[trend];
  const entityDrift = drift * (0.4 + 1.2 * random.nextFraction());
  const burstDay = trend === 'burst' ? days - 5 - random.integerBelow(60) : -1;
  const logs: number[] = [];
  let log = 0;
  for (let day = 0; day < days; day++) {
    const burst = day === burstDay || day === burstDay + 1 ? 0.09 + 0.1 * random.nextFraction() : 0;
    log += entityDrift + noise * random.normal() + burst;
    logs.push(log);
  }
  return logs.map((value) => Math.max(0, Math.round(finalCount * Math.exp(value - log))));
}

/** Adds failed crawls: a false zero, and a wrong count for one day. */
function addFaults(random: SeededRandom, values: (number | null)[]): void {
  for (const fault of [0, () => Math.round((values[0] ?? 0) * (4 + 8 * random.nextFraction()))]) {
    if (!random.withProbability(0.04) || values.length < 20) continue;
    values[5 + random.integerBelow(values.length - 10)] = typeof fault === 'number' ? fault : fault();
  }
}

/** The crawls of an entity up to today, with gaps and errors like those of real crawls. */
export function crawlHistory(options: CrawlHistoryOptions): CrawlHistory {
  const { random, today, days, intervalDays, trend, finalCounts } = options;
  const endDay = trend === 'stale' ? today - STALE_DAYS - random.integerBelow(60) : today - random.integerBelow(intervalDays);
  const gapStart = random.withProbability(0.12) ? random.integerBelow(days) : -1;
  const gapDays = 9 + random.integerBelow(30);
  const crawledDays: number[] = [];
  for (let day = (days - 1) % intervalDays; day < days; day += intervalDays) {
    if (gapStart >= 0 && day >= gapStart && day < gapStart + gapDays) continue;
    if (random.withProbability(0.02)) continue;
    crawledDays.push(day);
  }
  const at = crawledDays.map((day) => (endDay - days + 1 + day) * MINUTES_PER_DAY + 120 + random.integerBelow(600));
  const counts = finalCounts.map((finalCount) => {
    if (trend === 'zero') return crawledDays.map(() => 0);
    const values = randomWalk(options, finalCount);
    const crawled: (number | null)[] = crawledDays.map((day) => values[day] ?? null);
    addFaults(random, crawled);
    return crawled;
  });
  return { at, counts };
}
