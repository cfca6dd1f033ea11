import type { SeededRandom } from '#server/demo/seeded-random';

/** The day the generated catalogue was last crawled: 2026-11-20. */
export const LAST_DAY = Date.UTC(2026, 10, 20) / 86_400_000;
/** Minutes after midnight at which it is crawled. */
const CRAWL_MINUTE_OF_DAY = 187;

const dailyCrawlMinutes = (points: number): number[] =>
  Array.from({ length: points }, (_, index) => (LAST_DAY - points + 1 + index) * 1_440 + CRAWL_MINUTE_OF_DAY);

/** Crawl minutes of a month and of a year, shared by every series of that length. */
export const crawlMinutes: Readonly<Record<30 | 365, readonly number[]>> = { 30: dailyCrawlMinutes(30), 365: dailyCrawlMinutes(365) };

/** A count day by day up to its present value, at a pace of its own with a little unrest. */
export function randomSeries(chance: SeededRandom, currentCount: number | null, points: number): (number | null)[] {
  const growthRate = 0.002 * chance.normal();
  const noise = Math.max(1, Math.round((currentCount ?? 0) * 0.002));
  return Array.from({ length: points }, (_, index) =>
    currentCount === null
      ? null
      : Math.max(0, Math.round(currentCount * (1 - growthRate * (points - 1 - index))) + chance.integerBelow(noise)),
  );
}
