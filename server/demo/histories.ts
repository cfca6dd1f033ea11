import type { Day } from '#domain/days';
import type { Chance } from '#server/demo/random';

/** How the crawls of one entity went. */
export interface History {
  /** Minutes since 1970, one per crawled day, ascending. */
  readonly at: number[];
  /** One list per metric, as long as `at`. */
  readonly counts: (number | null)[][];
}

export type Course = 'steady' | 'growing' | 'declining' | 'burst' | 'stale' | 'zero';

/** Daily log growth and its noise per course. */
const pace = {
  steady: [0.0002, 0.0006],
  growing: [0.0022, 0.0015],
  declining: [-0.0012, 0.0008],
  burst: [0.0006, 0.0008],
  stale: [0.0004, 0.0008],
  zero: [0, 0],
} as const satisfies Record<Course, readonly [number, number]>;

const STALE_DAYS = 130;

interface Wanted {
  readonly chance: Chance;
  readonly today: Day;
  readonly days: number;
  /** Days between crawls. */
  readonly every: number;
  readonly course: Course;
  /** The final size per metric, about. */
  readonly sizes: readonly number[];
}

/** A walk of one count over all days, backwards in size from about `size` today. */
function walk({ chance, days, course }: Wanted, size: number): number[] {
  const [drift, noise] = pace[course];
  const personal = drift * (0.4 + 1.2 * chance.next());
  const burstAt = course === 'burst' ? days - 5 - chance.below(60) : -1;
  const logs: number[] = [];
  let log = 0;
  for (let day = 0; day < days; day++) {
    const burst = day === burstAt || day === burstAt + 1 ? 0.09 + 0.1 * chance.next() : 0;
    log += personal + noise * chance.normal() + burst;
    logs.push(log);
  }
  return logs.map((one) => Math.max(0, Math.round(size * Math.exp(one - log))));
}

/** Crawls that fail: a zero that was none, a wrong number for a day. */
function spoil(chance: Chance, values: (number | null)[]): void {
  for (const fault of [0, () => Math.round((values[0] ?? 0) * (4 + 8 * chance.next()))]) {
    if (!chance.happens(0.04) || values.length < 20) continue;
    values[5 + chance.below(values.length - 10)] = typeof fault === 'number' ? fault : fault();
  }
}

/** The crawls of an entity up to today, with gaps and faults as real crawls have them. */
export function history(wanted: Wanted): History {
  const { chance, today, days, every, course, sizes } = wanted;
  const end = course === 'stale' ? today - STALE_DAYS - chance.below(60) : today - chance.below(every);
  const gapAt = chance.happens(0.12) ? chance.below(days) : -1;
  const gapDays = 9 + chance.below(30);
  const kept: number[] = [];
  for (let day = (days - 1) % every; day < days; day += every) {
    if (gapAt >= 0 && day >= gapAt && day < gapAt + gapDays) continue;
    if (chance.happens(0.02)) continue;
    kept.push(day);
  }
  const at = kept.map((day) => (end - days + 1 + day) * 1440 + 120 + chance.below(600));
  const counts = sizes.map((size) => {
    if (course === 'zero') return kept.map(() => 0);
    const values = walk(wanted, size);
    const crawled: (number | null)[] = kept.map((day) => values[day] ?? null);
    spoil(chance, crawled);
    return crawled;
  });
  return { at, counts };
}
