import type { Chance } from '#server/demo/random';

/** The day the generated catalogue was last crawled: 2026-11-20. */
export const LAST_DAY = Date.UTC(2026, 10, 20) / 86_400_000;
/** Minutes after midnight at which it is crawled. */
const CRAWLED_AT = 187;

const crawls = (points: number): number[] =>
  Array.from({ length: points }, (_, place) => (LAST_DAY - points + 1 + place) * 1_440 + CRAWLED_AT);

/** Crawl minutes of a month and of a year, shared by every series of that length. */
export const crawlMinutes: Readonly<Record<30 | 365, readonly number[]>> = { 30: crawls(30), 365: crawls(365) };

/** A count day by day up to its present value, at a pace of its own with a little unrest. */
export function history(chance: Chance, now: number | null, points: number): (number | null)[] {
  const pace = 0.002 * chance.normal();
  const unrest = Math.max(1, Math.round((now ?? 0) * 0.002));
  return Array.from({ length: points }, (_, place) =>
    now === null ? null : Math.max(0, Math.round(now * (1 - pace * (points - 1 - place))) + chance.below(unrest)),
  );
}
