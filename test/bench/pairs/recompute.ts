import { availableParallelism } from 'node:os';
import { scoreEntity } from '#domain/analytics/scores';
import { countsOf } from '#domain/analytics/metrics';
import { defaultOrder, type EntityType, entityTypes } from '#domain/catalog/variants';
import { TypeormCatalog } from '#server/catalog/typeorm-catalog';
import { Postgres } from '#server/database/postgres';
import { LAST_DAY } from '../data/histories.js';
import { seriesRows } from '../data/rows.js';
import { withScratch } from '../data/scratch-database.js';
import { single } from '../figures.js';
import type { Finding } from '../finding.js';
import type { Recomputed } from '../jobs/recompute.js';
import { inOwnProcess } from '../own-process.js';
import type { Bench, Pair } from '../pair.js';

const SAMPLE = 10_000;

/** Seconds that scoring alone takes for every series of a kind, on one core: of a sample, and by number for the rest. */
function pureSeconds(entity: EntityType, size: number): number {
  const sample = [...seriesRows(entity, Math.min(size, SAMPLE))].map(([, at, ...counts]) => ({
    at: at as readonly number[],
    counts: counts.slice(0, countsOf[entity].length) as (readonly (number | null)[])[],
  }));
  const once = () => {
    const began = performance.now();
    for (const { at, counts } of sample) scoreEntity(entity, at, counts, LAST_DAY);
    return performance.now() - began;
  };
  once();
  return (Math.min(once(), once()) / 1_000) * (size / Math.min(size, SAMPLE));
}

interface Read {
  readonly done: number;
  readonly failed: number;
  readonly slowest: number;
}

/** Reads a list again and again while the work is under way. */
async function readingMeanwhile<T>(bench: Bench, url: string, work: () => Promise<T>): Promise<{ result: T; read: Read }> {
  const postgres = new Postgres(url);
  const catalog = new TypeormCatalog(postgres, bench.config);
  const read = { done: 0, failed: 0, slowest: 0 };
  const ended = { yet: false };
  const reader = async () => {
    while (!ended.yet) {
      const began = performance.now();
      const search = { order_by: defaultOrder.boards, sort: 'desc', page: 1, per_page: 10 } as const;
      const found = await catalog.search('boards', search).catch(() => null);
      read.done += 1;
      if (found?.rows.length !== 10) read.failed += 1;
      read.slowest = Math.max(read.slowest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const reading = reader();
  try {
    return { result: await work(), read };
  } finally {
    ended.yet = true;
    await reading;
    await postgres.close();
  }
}

function findings({ rows, seconds, scoring, memory }: Recomputed, read: Read, pure: number): Finding[] {
  const workers = Math.max(1, availableParallelism() - 1);
  const share = pure / workers;
  const plain = (operation: string, unit: 's' | 'MB' | 'ms', value: number): Finding => ({
    operation,
    unit,
    ours: single(value),
    other: null,
    ratio: null,
    goal: null,
    met: null,
  });
  return [
    {
      ...plain(`whole, ${rows.toLocaleString('en-US')} series`, 's', seconds),
      other: { name: `the pure function on ${workers} worker(s)`, figures: single(share) },
      ratio: seconds / share,
      goal: '≤ 1.6x',
      met: seconds / share <= 1.6,
    },
    plain('of it until all are scored', 's', scoring),
    plain('of it ranks, swap and the lists’ read model', 's', seconds - scoring),
    { ...plain('peak memory of the process', 'MB', memory), goal: '≤ 1024 MB', met: memory <= 1_024 },
    {
      ...plain('slowest of the lists read meanwhile', 'ms', read.slowest),
      goal: 'none failed',
      met: read.failed === 0,
      note: `${read.failed} of ${read.done} failed`,
    },
  ];
}

/** Every score, rank and list anew, on a copy of the catalogue, while somebody reads. */
export const recompute: Pair = {
  title: 'Full recompute of growth and momentum: every entity with a series, 15 slots each (10 for pinners)',
  measure: (bench) =>
    withScratch(bench.url, 'recompute', true, async (url) => {
      const pure = entityTypes.reduce((sum, entity) => sum + pureSeconds(entity, bench.size), 0);
      const environment = { BENCH_DATABASE_URL: url, BENCH_ORDERED_FROM: String(bench.config.ORDERED_LISTS_FROM) };
      const { result, read } = await readingMeanwhile(bench, url, () => inOwnProcess<Recomputed>('recompute', environment));
      return findings(result, read, pure);
    }),
};
