import type { SeededRandom } from '#server/demo/seeded-random';

/** The day of the generated catalog's last crawl: 2026-11-20. */
export const LAST_DAY = Date.UTC(2026, 10, 20) / 86_400_000;
/** The minute of the day of each crawl. */
const CRAWL_MINUTE_OF_DAY = 187;

const dailyCrawlMinutes = (points: number): number[] =>
  Array.from({ length: points }, (_, index) => (LAST_DAY - points + 1 + index) * 1_440 + CRAWL_MINUTE_OF_DAY);

/** Crawl minutes of a month and of a year, shared by all series of that length. */
export const crawlMinutes: Readonly<Record<30 | 365, readonly number[]>> = { 30: dailyCrawlMinutes(30), 365: dailyCrawlMinutes(365) };

/** A daily series that ends at the current count, with its own growth rate and some noise. */
export function randomSeries(random: SeededRandom, currentCount: number | null, points: number): (number | null)[] {
  const growthRate = 0.002 * random.normal();
  const noise = Math.max(1, Math.round((currentCount ?? 0) * 0.002));
  return Array.from({ length: points }, (_, index) =>
    currentCount === null
      ? null
      : Math.max(0, Math.round(currentCount * (1 - growthRate * (points - 1 - index))) + random.integerBelow(noise)),
  );
}
