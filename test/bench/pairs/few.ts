import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecomputeGrowth } from '#server/analytics/recompute-growth';
import { TypeormGrowthLedger } from '#server/analytics/typeorm-growth-ledger';
import { FileSource } from '#server/catalog/import/file-source';
import { ImportCatalog } from '#server/catalog/import/import-catalog';
import { PostgresIntake } from '#server/catalog/import/postgres-intake';
import { RefreshLists } from '#server/catalog/refresh-lists';
import { TypeormOrderedLists } from '#server/catalog/typeorm-ordered-lists';
import { Postgres } from '#server/database/postgres';
import { TypeormJobs } from '#server/jobs/typeorm-jobs';
import { LAST_DAY } from '../data/histories.js';
import { idOf } from '../data/rows.js';
import { withScratch } from '../data/scratch-database.js';
import { single } from '../figures.js';
import { type Finding, finding } from '../finding.js';
import type { Bench, Pair } from '../pair.js';

const FEW = 5;
const NOON = (LAST_DAY + 0.5) * 86_400_000;

/** Three boards that are there with other counts, two that are new. */
const boards = (round: number) =>
  Array.from({ length: FEW }, (_, place) => ({
    _id: place < 3 ? idOf('board', place + round) : `new-${round}-${place}`,
    name: `Board ${place} of import ${round}`,
    follower_count: 500_000 + 1_000 * place + round,
    last_crawled_at: new Date(NOON + round * 60_000).toISOString(),
  }));

async function measure(bench: Bench, url: string): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'corklight-bench-'));
  const postgres = new Postgres(url);
  const clock = { now: () => new Date(NOON) };
  const jobs = new TypeormJobs(postgres);
  const lists = new TypeormOrderedLists(postgres, bench.config);
  const recompute = new RecomputeGrowth(new TypeormGrowthLedger(postgres), lists, jobs, clock);
  const [whole, growth]: [number[], number[]] = [[], []];
  const catalog = new ImportCatalog(new PostgresIntake(postgres.jobPool), clock, jobs, async (touched) => {
    const began = performance.now();
    await recompute.touched(touched);
    growth.push(performance.now() - began);
  });
  const watch = { onReject: () => undefined, onProgress: () => undefined, onWait: () => undefined };
  try {
    for (let round = 0; round < bench.rounds; round++) {
      const path = join(folder, 'boards.ndjson');
      await writeFile(
        path,
        boards(round)
          .map((board) => JSON.stringify(board))
          .join('\n'),
      );
      const began = performance.now();
      await catalog.run(await FileSource.open(path, process.stdin), { kind: 'boards', maxBad: 0, stopOnReject: false }, watch);
      whole.push(performance.now() - began);
    }
    const began = performance.now();
    const made = await new RefreshLists(lists, jobs).run();
    const refresh = single((performance.now() - began) / 1_000);
    if (made.length !== 1) throw new Error('the lists were not behind');
    return [
      finding({ operation: `${FEW} boards into it, all of the import`, unit: 'ms', ours: whole }),
      finding({ operation: 'of it growth and momentum', unit: 'ms', ours: growth, goal: { p50: 1_000 } }),
      { operation: 'the refresh of that list, by the server', unit: 's', ours: refresh, other: null, ratio: null, goal: null, met: null },
    ];
  } finally {
    await Promise.all([postgres.close(), rm(folder, { recursive: true, force: true })]);
  }
}

/** A handful of rows into the large catalogue, again and again, on a copy of it. */
export const few: Pair = {
  title: 'A few rows into the catalogue',
  measure: (bench) => withScratch(bench.url, 'few', true, (url) => measure(bench, url)),
};
