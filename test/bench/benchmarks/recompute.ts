import { availableParallelism } from 'node:os';
import { scoreEntity } from '#domain/analytics/growth/scores';
import { countsOf } from '#domain/catalog/metrics';
import { defaultOrder } from '#domain/catalog/orders';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { Postgres } from '#server/database/postgres';
import { LAST_DAY } from '../data/random-series.js';
import { seriesRows } from '../data/rows.js';
import { withScratchDatabase } from '../data/scratch-database.js';
import { singleSample } from '../sample-stats.js';
import type { Finding } from '../finding.js';
import type { RecomputeResult } from '../jobs/recompute.js';
import { runInChildProcess } from '../child-process.js';
import type { BenchContext, Benchmark } from '../benchmark.js';

const SAMPLE_SIZE = 10_000;

/** Estimates the seconds that scoring alone takes for every series of a kind on one core, from a sample. */
function scoringSeconds(entity: EntityType, size: number): number {
  const sample = [...seriesRows(entity, Math.min(size, SAMPLE_SIZE))].map(([, at, ...counts]) => ({
    at: at as readonly number[],
    counts: counts.slice(0, countsOf[entity].length) as (readonly (number | null)[])[],
  }));
  const scoreSample = () => {
    const startedAt = performance.now();
    for (const { at, counts } of sample) scoreEntity(entity, at, counts, LAST_DAY);
    return performance.now() - startedAt;
  };
  scoreSample();
  return (Math.min(scoreSample(), scoreSample()) / 1_000) * (size / Math.min(size, SAMPLE_SIZE));
}

interface ReadStats {
  readonly done: number;
  readonly failed: number;
  readonly slowest: number;
}

/** Reads a list repeatedly while the work runs. */
async function readDuring<T>(bench: BenchContext, url: string, work: () => Promise<T>): Promise<{ result: T; read: ReadStats }> {
  const postgres = new Postgres(url);
  const catalog = new PostgresCatalog(postgres, bench.config, { now: () => new Date() });
  const stats = { done: 0, failed: 0, slowest: 0 };
  const ended = { yet: false };
  const reader = async () => {
    while (!ended.yet) {
      const startedAt = performance.now();
      const search = { order_by: defaultOrder.boards, sort: 'desc', page: 1, per_page: 10 } as const;
      const found = await catalog.search('boards', search).catch(() => null);
      stats.done += 1;
      if (found?.rows.length !== 10) stats.failed += 1;
      stats.slowest = Math.max(stats.slowest, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const reading = reader();
  try {
    return { result: await work(), read: stats };
  } finally {
    ended.yet = true;
    await reading;
    await postgres.close();
  }
}

function toFindings(
  { rows, seconds, scoringSeconds: scoring, cpuSeconds, memoryMb: memory }: RecomputeResult,
  reads: ReadStats,
  scoringOnly: number,
): Finding[] {
  const workers = Math.max(1, availableParallelism() - 1);
  const share = scoringOnly / workers;
  const plain = (operation: string, unit: 's' | 'MB' | 'ms', value: number): Finding => ({
    operation,
    unit,
    ours: singleSample(value),
    other: null,
    ratio: null,
    goal: null,
    met: null,
  });
  return [
    {
      ...plain(`whole, ${rows.toLocaleString('en-US')} series`, 's', seconds),
      other: { name: `the pure function on ${workers} worker(s)`, figures: singleSample(share) },
      ratio: seconds / share,
      goal: '≤ 1.6x',
      met: seconds / share <= 1.6,
    },
    plain('of it until all are scored', 's', scoring),
    plain('of it ranks, swap, and read models', 's', seconds - scoring),
    plain('processor time of the process', 's', cpuSeconds),
    { ...plain('peak memory of the process', 'MB', memory), goal: '≤ 1024 MB', met: memory <= 1_024 },
    {
      ...plain('slowest of the lists read meanwhile', 'ms', reads.slowest),
      goal: 'none failed',
      met: reads.failed === 0,
      note: `${reads.failed} of ${reads.done} failed`,
    },
  ];
}

/** A full recompute of scores, ranks, and read models on a catalog copy, with a concurrent reader. */
export const recompute: Benchmark = {
  title: 'Full recompute of growth and momentum: every entity with a series, 15 score columns each (10 for pinners)',
  measure: (bench) =>
    withScratchDatabase(bench.url, 'recompute', true, async (url) => {
      const pure = entityTypes.reduce((sum, entity) => sum + scoringSeconds(entity, bench.size), 0);
      const environment = { BENCH_DATABASE_URL: url, BENCH_ORDERED_FROM: String(bench.config.ORDERED_LISTS_FROM) };
      const { result, read } = await readDuring(bench, url, () => runInChildProcess<RecomputeResult>('recompute', environment));
      return toFindings(result, read, pure);
    }),
};
