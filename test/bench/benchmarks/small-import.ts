import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LockScope } from '#domain/jobs/lock-scope';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { PostgresGrowthLedger } from '#server/analytics/growth/postgres/growth-ledger';
import { FileSource } from '#server/catalog/import/files/file-source';
import { noMappings, openRows } from '#server/cli/commands/import/choose-importer';
import { ImportCatalog } from '#server/catalog/import/import-catalog';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { RefreshReadModel } from '#server/catalog/read-model/refresh-read-model';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { Postgres } from '#server/database/postgres';
import { PostgresWriteLock } from '#server/jobs/postgres/advisory-locks';
import { LAST_DAY } from '../data/random-series.js';
import { entityId } from '../data/rows.js';
import { withScratchDatabase } from '../data/scratch-database.js';
import { singleSample } from '../sample-stats.js';
import { type Finding, toFinding } from '../finding.js';
import type { BenchContext, Benchmark } from '../benchmark.js';

const BOARD_COUNT = 5;
const NOON_MS = (LAST_DAY + 0.5) * 86_400_000;

/** Three boards that are there with other counts, two that are new. */
const boardRecords = (round: number) =>
  Array.from({ length: BOARD_COUNT }, (_, index) => ({
    _id: index < 3 ? entityId('board', index + round) : `new-${round}-${index}`,
    name: `Board ${index} of import ${round}`,
    follower_count: 500_000 + 1_000 * index + round,
    last_crawled_at: new Date(NOON_MS + round * 60_000).toISOString(),
  }));

async function measure(bench: BenchContext, url: string): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'corklight-bench-'));
  const postgres = new Postgres(url);
  const clock = { now: () => new Date(NOON_MS) };
  const writeLock = new PostgresWriteLock(postgres);
  const readModel = new PostgresReadModel(postgres, bench.config);
  const recompute = new RecomputeGrowth(new PostgresGrowthLedger(postgres), readModel, writeLock, clock);
  const [importMs, growthMs]: [number[], number[]] = [[], []];
  const catalog = new ImportCatalog(new PostgresImportRuns(postgres.jobPool), clock, writeLock, async (scope, touched) => {
    const startedAt = performance.now();
    await recompute.recomputeChanged(scope, touched);
    growthMs.push(performance.now() - startedAt);
  });
  const watch = { onReject: () => undefined, onProgress: () => undefined, onWait: () => undefined };
  try {
    for (let round = 0; round < bench.rounds; round++) {
      const path = join(folder, 'boards.ndjson');
      await writeFile(
        path,
        boardRecords(round)
          .map((board) => JSON.stringify(board))
          .join('\n'),
      );
      const startedAt = performance.now();
      const given = { kind: 'boards', origin: { command: 'bench' }, maxRejectedShare: 0, stopOnReject: false } as const;
      const rows = await openRows(await FileSource.open(path, process.stdin), given, noMappings);
      await catalog.importSource(rows.source, given, watch);
      importMs.push(performance.now() - startedAt);
    }
    const startedAt = performance.now();
    const refreshed = await new RefreshReadModel(readModel, writeLock).rebuildStale(new LockScope());
    const refresh = singleSample((performance.now() - startedAt) / 1_000);
    // A board that changed also changes the checks of its owner.
    if (refreshed.join() !== 'boards,pinners')
      throw new Error(`lists behind: ${refreshed.join(', ') || 'none'}, instead of boards and pinners`);
    return [
      toFinding({ operation: `${BOARD_COUNT} boards into it, all of the import`, unit: 'ms', ours: importMs }),
      toFinding({ operation: 'of it growth and momentum', unit: 'ms', ours: growthMs, goal: { p50: 1_000 } }),
      {
        operation: 'the refresh of boards and influencers, by the server',
        unit: 's',
        ours: refresh,
        other: null,
        ratio: null,
        goal: null,
        met: null,
      },
    ];
  } finally {
    await Promise.all([postgres.close(), rm(folder, { recursive: true, force: true })]);
  }
}

/** Repeatedly imports a few rows into a copy of the large catalog. */
export const smallImport: Benchmark = {
  title: 'A few rows into the catalog',
  measure: (bench) => withScratchDatabase(bench.url, 'few', true, (url) => measure(bench, url)),
};
