import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { FileSource } from '#server/catalog/import/file-source';
import { ImportCatalog } from '#server/catalog/import/import-catalog';
import { PostgresIntake } from '#server/catalog/import/postgres-intake';
import { DatabaseClock } from '#server/database/database-clock';
import { migrate } from '#server/database/migrate';
import { Postgres } from '#server/database/postgres';
import { pinLines } from '../data/pin-lines.js';
import { withScratch } from '../data/scratch-database.js';
import { vocabulary } from '../data/vocabulary.js';
import { type Finding, finding } from '../finding.js';
import { insertPins } from '../insert-pins.js';
import { interleave } from '../interleave.js';
import type { Bench, Pair } from '../pair.js';

/** Files that the pins come in; the sides take turns after each. */
const FILES = 4;

type Edition = 1 | 2;

async function writeFiles(folder: string, size: number): Promise<(edition: Edition, file: number) => string> {
  const words = vocabulary();
  // The same names in both editions: where a row comes from is part of it.
  const path = (edition: Edition, file: number) => join(folder, `edition-${edition}`, `pins-${file}.ndjson`);
  const bound = (file: number) => Math.floor((size * file) / FILES);
  function* lines(edition: Edition, file: number) {
    for (const pin of pinLines(words, bound(file), bound(file + 1), edition)) yield `${JSON.stringify(pin)}\n`;
  }
  for (const edition of [1, 2] as const) {
    await mkdir(join(folder, `edition-${edition}`));
    for (let file = 0; file < FILES; file++) {
      await pipeline(Readable.from(lines(edition, file)), createWriteStream(path(edition, file)));
    }
  }
  return path;
}

/** The product's own import, without the recompute that follows it. */
async function importer(postgres: Postgres, clock: DatabaseClock): Promise<(file: string) => Promise<void>> {
  const writer = { asWriter: <T>(work: () => Promise<T>) => work() };
  const catalog = new ImportCatalog(new PostgresIntake(postgres.jobPool), clock, writer, () => Promise.resolve());
  const watch = { onReject: () => undefined, onProgress: () => undefined, onWait: () => undefined };
  return async (file) => {
    const source = await FileSource.open(file, process.stdin);
    const { outcome, rejected } = await catalog.run(source, { kind: 'pins', maxBad: 0, stopOnReject: false }, watch);
    await source.close();
    if (outcome !== 'applied' || rejected > 0) throw new Error(`${file} was not imported whole`);
  };
}

const seconds = (taken: readonly number[] = []): number[] => taken.map((ms) => ms / 1_000);

async function measure(bench: Bench, ours: string, theirs: string): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'corklight-bench-'));
  const postgres = new Postgres(ours);
  const client = new Client({ connectionString: theirs });
  await Promise.all([migrate(ours), migrate(theirs), client.connect()]);
  const clock = await DatabaseClock.of(postgres);
  try {
    const path = await writeFiles(folder, bench.size);
    const bring = await importer(postgres, clock);
    const edition = (edition: Edition) =>
      interleave(
        [{ run: (file) => bring(path(edition, file)) }, { run: (file) => insertPins(client, path(edition, file), edition === 2) }],
        FILES,
        0,
      );
    const [first, insert] = await edition(1);
    const [again, upsert] = await edition(2);
    const operation = `${Math.round(bench.size / FILES).toLocaleString('en-US')} pins`;
    return [
      finding({
        operation: `${operation} into full indexes`,
        unit: 's',
        ours: seconds(first),
        other: { name: 'INSERT, 1,000 rows a statement', samples: seconds(insert) },
        goal: { ratio: 1 },
      }),
      finding({
        operation: `${operation} again, 5 % changed`,
        unit: 's',
        ours: seconds(again),
        other: { name: 'the same with ON CONFLICT', samples: seconds(upsert) },
        goal: { ratio: 0.25 },
      }),
    ];
  } finally {
    clock.stop();
    await Promise.all([postgres.close(), client.end(), rm(folder, { recursive: true, force: true })]);
  }
}

/** Text, counts and series of pins from files; both sides keep every index of the catalogue. */
export const importing: Pair = {
  title: 'Import of pins, file by file',
  measure: (bench) =>
    withScratch(bench.url, 'import', false, (ours) => withScratch(bench.url, 'insert', false, (theirs) => measure(bench, ours, theirs))),
};
