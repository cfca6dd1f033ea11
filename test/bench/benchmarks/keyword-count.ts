import { anonymous } from '#domain/auth/viewer';
import type { KeywordFilterValues } from '#domain/keywords/keyword-filters';
import type { KeywordOrder } from '#domain/keywords/keyword-orders';
import { PostgresKeywords } from '#server/keywords/postgres/keywords';
import { PostgresSearchInterest } from '#server/keywords/postgres/search-interest';
import { ViewKeyword } from '#server/keywords/view-keyword';
import { MemoryResponseCache } from '#server/cache/memory-response-cache';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { Postgres } from '#server/database/postgres';
import type { Benchmark } from '../benchmark.js';
import { runInChildProcess } from '../child-process.js';
import { withScratchDatabase } from '../data/scratch-database.js';
import type { Finding } from '../finding.js';
import type { KeywordCountResult } from '../jobs/keyword-count.js';
import { type SampleStats, sampleStats, singleSample } from '../sample-stats.js';

const GOAL_PINS = 1_000_000;
const GOAL_SECONDS = 120;
const MAX_MEMORY_MB = 1_024;
const MAX_READ_MS = 20;
const SAMPLE_COUNT = 60;
/** Too small for any response, so that each call is computed. */
const CACHE_BYTES = 1;

async function timesOf(run: (round: number) => Promise<unknown>): Promise<SampleStats> {
  const times: number[] = [];
  for (let round = 0; round < SAMPLE_COUNT; round++) {
    const startedAt = performance.now();
    await run(round);
    times.push(performance.now() - startedAt);
  }
  return sampleStats(times);
}

const finding = (operation: string, unit: Finding['unit'], ours: SampleStats): Finding => ({
  operation,
  unit,
  ours,
  other: null,
  ratio: null,
  goal: null,
  met: null,
});

/** The times of the list and of pages of keywords, past the response cache. */
async function measureReads(url: string, config: ConstructorParameters<typeof PostgresCatalog>[1]): Promise<Finding[]> {
  const postgres = new Postgres(url);
  try {
    const keywords = new PostgresKeywords(postgres);
    const catalog = new PostgresCatalog(postgres, config, { now: () => new Date() });
    const { rows, total } = await keywords.findPage({ words: null, filters: {}, order: 'pins' }, 0, SAMPLE_COUNT);
    const view = new ViewKeyword(keywords, catalog, new MemoryResponseCache(CACHE_BYTES), new PostgresSearchInterest(postgres), {
      now: () => new Date(),
    });
    const lastOffset = Math.max(0, total - 10);
    const nameOf = (round: number) => rows[round % rows.length]?.name ?? '';
    const pageOf = (words: readonly string[] | null, filters: KeywordFilterValues, order: KeywordOrder = 'opportunity', offset = 0) =>
      keywords.findPage({ words, filters, order }, offset, 10);
    const read = async (operation: string, run: (round: number) => Promise<unknown>) => {
      const times = await timesOf(run);
      return { ...finding(operation, 'ms', times), goal: `p95 ≤ ${MAX_READ_MS} ms`, met: times.p95 <= MAX_READ_MS };
    };
    return [
      await read('first page', () => pageOf(null, {})),
      await read('last page', () => pageOf(null, {}, 'opportunity', lastOffset)),
      await read('page of words that begin with two letters', (round) => pageOf([nameOf(round).slice(0, 2)], {}, 'pins')),
      await read('page of words that begin with four letters', (round) => pageOf([nameOf(round).slice(0, 4)], {}, 'pins')),
      await read('page of open keywords of 10 pins or more', (round) =>
        pageOf(null, { competition: ['open'], pins: { min: 10 + round, max: null } }),
      ),
      await read('page of keywords with a season', () => pageOf(null, { season: true })),
      await read('page of a keyword', (round) => view.view(anonymous, nameOf(round))),
    ];
  } finally {
    await postgres.close();
  }
}

/** The nightly count on a copy of the catalog, then its list and pages. */
export const keywordCount: Benchmark = {
  title: 'Keywords: the nightly count with its worker thread, the list, and the page of a keyword',
  measure: (bench) =>
    withScratchDatabase(bench.url, 'keyword_count', true, async (url) => {
      const result = await runInChildProcess<KeywordCountResult>('keyword-count', { BENCH_DATABASE_URL: url });
      const { keywords, pins, seconds, cpuSeconds, memoryMb } = result;
      const goalSeconds = (GOAL_SECONDS * Math.max(pins, 1)) / GOAL_PINS;
      return [
        {
          ...finding(
            `count of ${pins.toLocaleString('en-US')} pins, ${keywords.toLocaleString('en-US')} keywords`,
            's',
            singleSample(seconds),
          ),
          goal: `≤ ${GOAL_SECONDS} s per million`,
          met: seconds <= goalSeconds,
        },
        finding('processor time of the process', 's', singleSample(cpuSeconds)),
        {
          ...finding('peak memory of the process', 'MB', singleSample(memoryMb)),
          goal: `≤ ${MAX_MEMORY_MB} MB`,
          met: memoryMb <= MAX_MEMORY_MB,
        },
        ...(await measureReads(url, bench.config)),
      ];
    }),
};
