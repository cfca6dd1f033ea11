import { type WriteLock, WriterScope } from '#domain/jobs/write-lock';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { FileSource } from '#server/catalog/import/files/file-source';
import { noMappings, openRows } from '#server/cli/commands/import/choose-importer';
import { ImportCatalog } from '#server/catalog/import/import-catalog';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { DatabaseClock } from '#server/database/database-clock';
import { migrate } from '#server/database/migrate';
import { Postgres } from '#server/database/postgres';
import { monthOfDay } from '#domain/days';
import { firstOpenDay } from '#domain/catalog/history/readings';
import { createReadingPartitions } from '#server/database/history/history-sql';
import { inTransaction } from '#server/database/transaction';
import { LAST_DAY } from '../data/random-series.js';
import { pinLines } from '../data/pin-lines.js';
import { withScratchDatabase } from '../data/scratch-database.js';
import { vocabulary } from '../data/vocabulary.js';
import { type Finding, toFinding } from '../finding.js';
import { insertPins } from '../insert-pins.js';
import { interleave } from '../interleave.js';
import type { BenchContext, Benchmark } from '../benchmark.js';

/** Files that the pins come in; the sides take turns after each. */
const FILE_COUNT = 4;

type Edition = 1 | 2;

async function writeFiles(folder: string, size: number): Promise<(edition: Edition, file: number) => string> {
  const words = vocabulary();
  // The same names in both editions: where a row comes from is part of it.
  const path = (edition: Edition, file: number) => join(folder, `edition-${edition}`, `pins-${file}.ndjson`);
  const bound = (file: number) => Math.floor((size * file) / FILE_COUNT);
  function* lines(edition: Edition, file: number) {
    for (const pin of pinLines(words, bound(file), bound(file + 1), edition)) yield `${JSON.stringify(pin)}\n`;
  }
  for (const edition of [1, 2] as const) {
    await mkdir(join(folder, `edition-${edition}`));
    for (let file = 0; file < FILE_COUNT; file++) {
      await pipeline(Readable.from(lines(edition, file)), createWriteStream(path(edition, file)));
    }
  }
  return path;
}

/** The product's own import, without the recompute that follows it. */
async function createImporter(postgres: Postgres, clock: DatabaseClock): Promise<(file: string) => Promise<void>> {
  const writeLock: WriteLock = { runAsWriter: (work) => work(new WriterScope()) };
  const catalog = new ImportCatalog(new PostgresImportRuns(postgres.jobPool), clock, writeLock, () => Promise.resolve());
  const watch = { onReject: () => undefined, onProgress: () => undefined, onWait: () => undefined };
  return async (file) => {
    const source = await FileSource.open(file, process.stdin);
    const given = { kind: 'pins', origin: { command: 'bench' }, maxRejectedShare: 0, stopOnReject: false } as const;
    const rows = await openRows(source, given, noMappings);
    const { outcome, rejected } = await catalog.importSource(rows.source, given, watch);
    await source.close();
    if (outcome !== 'applied' || rejected > 0) throw new Error(`${file} was not imported whole`);
  };
}

const toSeconds = (taken: readonly number[] = []): number[] => taken.map((ms) => ms / 1_000);

async function measure(bench: BenchContext, ours: string, theirs: string): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'corklight-bench-'));
  const postgres = new Postgres(ours);
  const client = new Client({ connectionString: theirs });
  await Promise.all([migrate(ours), migrate(theirs), client.connect()]);
  for (const pool of [postgres.jobPool, client]) await pool.query('update catalog_stats set open_from = $1', [firstOpenDay(LAST_DAY)]);
  await inTransaction(postgres.jobPool, (first) => createReadingPartitions(first, 'pin', [monthOfDay(LAST_DAY)]));
  await createReadingPartitions(client, 'pin', [monthOfDay(LAST_DAY)]);
  const clock = await DatabaseClock.start(postgres);
  try {
    const path = await writeFiles(folder, bench.size);
    const importFile = await createImporter(postgres, clock);
    const edition = (edition: Edition) =>
      interleave(
        [
          { run: (file) => importFile(path(edition, file)) },
          { run: (file) => insertPins(client, path(edition, file), 1 + file * bench.size, edition === 2) },
        ],
        FILE_COUNT,
        0,
      );
    const [first, insert] = await edition(1);
    const [again, upsert] = await edition(2);
    const operation = `${Math.round(bench.size / FILE_COUNT).toLocaleString('en-US')} pins`;
    return [
      toFinding({
        operation: `${operation} into full indexes`,
        unit: 's',
        ours: toSeconds(first),
        other: { name: 'INSERT, 1,000 rows a statement', samples: toSeconds(insert) },
        goal: { ratio: 1 },
      }),
      toFinding({
        operation: `${operation} again, 5 % changed`,
        unit: 's',
        ours: toSeconds(again),
        other: { name: 'the same with ON CONFLICT', samples: toSeconds(upsert) },
        goal: { ratio: 0.25 },
      }),
    ];
  } finally {
    clock.stop();
    await Promise.all([postgres.close(), client.end(), rm(folder, { recursive: true, force: true })]);
  }
}

/** Imports pins (text, counts, and series) from files; both sides maintain every index of the catalog. */
export const importPins: Benchmark = {
  title: 'Import of pins, file by file',
  measure: (bench) =>
    withScratchDatabase(bench.url, 'import', false, (ours) =>
      withScratchDatabase(bench.url, 'insert', false, (theirs) => measure(bench, ours, theirs)),
    ),
};
