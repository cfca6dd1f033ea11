import { dayOf, MINUTES_PER_DAY } from '#domain/days';
import { MINUTE_MS } from '#domain/durations';
import type { SeededRandom } from '#server/demo/seeded-random';

/** The crawls of one entity. */
export interface CrawlHistory {
  /** Minutes since 1970, one per crawled day, ascending. */
  readonly at: number[];
  /** One list per metric, as long as `at`. */
  readonly counts: number[][];
}

interface CrawlHistoryOptions {
  readonly random: SeededRandom;
  /** No crawl is later. */
  readonly now: Date;
  /** Days ago of the first and the last crawl. */
  readonly firstCrawl: number;
  readonly lastCrawl: number;
  readonly intervalDays: number;
  /** The true count of each metric by days ago. */
  readonly countsAt: readonly ((daysAgo: number) => number)[];
}

const FAULT_SHARE = 0.04;

/** Adds failed crawls to a long history: one that found nothing, and one that read the first count wrong. */
function addFaults(random: SeededRandom, counts: readonly number[][]): void {
  const length = counts[0]?.length ?? 0;
  if (length < 20) return;
  const crawl = () => 5 + random.integerBelow(length - 10);
  const [failed, misread] = [crawl(), crawl()];
  if (random.withProbability(FAULT_SHARE)) for (const list of counts) list[failed] = 0;
  if (random.withProbability(FAULT_SHARE) && counts[0])
    counts[0][misread] = Math.round((counts[0][misread] ?? 0) * (4 + 8 * random.nextFraction()));
}

/** The crawls of an entity, with gaps and errors like those of real crawls. The last crawl never fails. */
export function crawlHistory({ random, now, firstCrawl, lastCrawl, intervalDays, countsAt }: CrawlHistoryOptions): CrawlHistory {
  const gapStart = random.withProbability(0.12) ? lastCrawl + 1 + random.integerBelow(firstCrawl - lastCrawl) : Infinity;
  const gapEnd = gapStart + 9 + random.integerBelow(30);
  const crawls: number[] = [];
  for (let daysAgo = lastCrawl; daysAgo <= firstCrawl; daysAgo += intervalDays) {
    const isMissing = (daysAgo >= gapStart && daysAgo < gapEnd) || random.withProbability(0.02);
    if (daysAgo === lastCrawl || !isMissing) crawls.push(daysAgo);
  }
  crawls.reverse();
  const counts = countsAt.map((countAt) => crawls.map((daysAgo) => countAt(daysAgo)));
  addFaults(random, counts);
  const minuteNow = Math.floor(now.getTime() / MINUTE_MS);
  const at = crawls.map((daysAgo) => (dayOf(now) - daysAgo) * MINUTES_PER_DAY + 120 + random.integerBelow(600));
  return { at: at.map((minute) => Math.min(minute, minuteNow)), counts };
}
