import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { WriterScope } from '#domain/jobs/write-lock';
import { surviveLostConnections } from '#server/database/transaction';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { retainedBytes } from '../../../support/process/retained-memory';
import { type ImportFixture, NOW, importSettings, silentObserver, rowsOfFile, useImports } from '../../../support/database/import-fixture';

/** Each is in a later stretch of an import; set KILL_ROUNDS for more of them. */
const ROUND_COUNT = Number(process.env['KILL_ROUNDS'] ?? 4);

const imports = useImports();
const importRecords: ImportFixture['importRecords'] = (...args) => imports.importRecords(...args);
const queryRows = <T>(sql: string) => imports.queryRows<T>(sql);
const checksum = () => imports.checksum();

describe('an interrupted import', () => {
  const people = Array.from({ length: 9_000 }, (_, index) => {
    const id = index % 6_000;
    return {
      _id: `${id}`,
      username: `user${id}`,
      name: id % 3 === 0 ? `Name ${index}` : null,
      follower_count: index,
      last_crawled_at: new Date(Date.UTC(2026, 0, 1 + (index % 17), index % 24)).toISOString(),
    };
  });
  const slices = { batchLines: 700 };
  /**
   * Closes the importer's connections, as a kill does; its open transaction is lost. The import can do nothing from here on, and may never
   * settle: what waits for a connection of an ended pool gets no answer.
   */
  const terminateAfter = async (pool: Pool, milliseconds: number) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await imports.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'victim'`,
    );
    await pool.end();
  };

  it('resumes where it stopped, at any time, with the same result as without an interruption', async () => {
    const startedAt = performance.now();
    const whole = await importRecords('pinners', people, slices);
    const wholeMs = performance.now() - startedAt;
    expect(whole).toMatchObject({ outcome: 'applied', lines: 9_000, inserted: 6_000 });
    const wanted = await checksum();
    const phases = new Set<string>();
    for (let moment = 0; moment < ROUND_COUNT; moment++) {
      await imports.clear();
      const victim = new Pool({ connectionString: imports.database.url, max: 2, application_name: 'victim' });
      surviveLostConnections(victim);
      importRecords('pinners', people, slices, victim).catch(() => undefined);
      await terminateAfter(victim, (wholeMs * (moment + Math.random())) / ROUND_COUNT);
      phases.add((await queryRows<{ phase: string }>('select phase from import_runs'))[0]?.phase ?? 'none');
      expect((await importRecords('pinners', people, slices)).outcome).toBe('applied');
      expect(await checksum()).toBe(wanted);
    }
    process.stdout.write(`interrupted in these phases: ${[...phases].join(', ')}\n`);
  }, 240_000);

  const request = { kind: 'pinners', origin: { command: 'test' }, source: 's', fingerprint: 'f', now: NOW } as const;
  const oneRow = {
    board: [],
    pin: [],
    pinner: [{ _id: '1', last_crawled_at: 1, fields: { name: 'Ada' }, points: [{ at: 29_000_000, timed: true, counts: [5, null] }] }],
  };

  it('is staged again if Postgres has lost the staged rows, and still knows what it changed after another import', async () => {
    const few = people.slice(0, 500);
    const runs = new PostgresImportRuns(imports.database.pool);
    const begin = () => runs.begin(new WriterScope(), request);
    const lost = await begin();
    await lost.stageBatch(oneRow);
    await lost.seal({ lines: 1, rejected: 0 });
    await lost.apply(() => undefined);
    await imports.database.pool.query(`update import_runs set staged = 7`);
    expect((await begin()).staged).toBeNull();
    expect(await importRecords('pinners', few)).toMatchObject({ inserted: 499, resumed: false });
    const again = await begin();
    expect(again.staged).toBeNull();
    expect(await again.changedIds()).toEqual({ pinner: ['1'] });
  });

  it('invalidates the scores of an interrupted recompute with its first batch, not only at its end', async () => {
    const run = await new PostgresImportRuns(imports.database.pool).begin(new WriterScope(), request);
    await run.stageBatch(oneRow);
    await run.seal({ lines: 1, rejected: 0 });
    const changed = `select from catalog_stats where changed_at is not null`;
    expect(await queryRows(changed)).toHaveLength(0);
    await run.apply(() => undefined);
    expect(await queryRows(changed)).toHaveLength(3);
  });
});

it('does not overwrite the momentum counts of the recompute', async () => {
  await queryRows(`update catalog_stats set known = '{"momentum_2": 1, "follower_count": 0}' where variant = 'pinners'`);
  await importRecords('pinners', [{ _id: '1', follower_count: 5 }]);
  expect(await queryRows(`select known from catalog_stats where variant = 'pinners'`)).toMatchObject([
    { known: { momentum_2: 1, follower_count: 1 } },
  ]);
});

it('reads a long file in constant memory, and discards it for one bad line if none is allowed', async () => {
  const path = join(imports.folder, 'long.ndjson');
  const file = createWriteStream(path);
  for (let start = 0; start < 120_000; start += 1_000) {
    const lines = Array.from(
      { length: 1_000 },
      (_, index) => `{"_id":"${start + index}","saves":${index},"title":"Nest number ${start + index}"}\n`,
    );
    if (!file.write(lines.join(''))) await once(file, 'drain');
  }
  await new Promise<void>((resolve) => void file.end('{}\n', () => resolve()));
  const held: number[] = [];
  const onProgress = (phase: string, share: number | null, lines: number) => {
    if (phase === 'reading' && lines >= (held.length + 1) * 20_000) held.push(retainedBytes());
    return share;
  };
  const source = await rowsOfFile(path, 'pins');
  const result = await imports
    .createImport()
    .importSource(source, importSettings('pins', { maxRejectedShare: 0 }), { ...silentObserver, onProgress });
  expect(result).toMatchObject({ outcome: 'refused', lines: 120_001, rejected: 1 });
  expect(await queryRows(`select from pg_tables where tablename like 'import\\_%\\_pin'`)).toEqual([]);
  process.stdout.write(`held: ${held.map((bytes) => Math.round(bytes / 2 ** 20)).join(', ')} MB\n`);
  expect(held.length).toBeGreaterThanOrEqual(5);
  expect(Math.max(...held) - held[0]!).toBeLessThan(30 * 2 ** 20);
}, 240_000);
