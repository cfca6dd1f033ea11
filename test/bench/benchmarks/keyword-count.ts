import { anonymous } from '#domain/auth/viewer';
import { PostgresKeywords } from '#server/analytics/keywords/postgres/keywords';
import { ViewKeyword } from '#server/analytics/keywords/view-keyword';
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
    const { rows, total } = await keywords.findPage({ prefix: null, order: 'pins' }, 0, SAMPLE_COUNT);
    const view = new ViewKeyword(keywords, catalog, new MemoryResponseCache(CACHE_BYTES));
    const lastOffset = Math.max(0, total - 10);
    const prefixOf = (round: number) => rows[round % rows.length]?.name.slice(0, 2) ?? '';
    return [
      finding('first page', 'ms', await timesOf(() => keywords.findPage({ prefix: null, order: 'opportunity' }, 0, 10))),
      finding('last page', 'ms', await timesOf(() => keywords.findPage({ prefix: null, order: 'opportunity' }, lastOffset, 10))),
      finding(
        'page of a prefix of two letters',
        'ms',
        await timesOf((round) => keywords.findPage({ prefix: prefixOf(round), order: 'pins' }, 0, 10)),
      ),
      finding('page of a keyword', 'ms', await timesOf((round) => view.view(anonymous, rows[round % rows.length]?.name ?? ''))),
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
