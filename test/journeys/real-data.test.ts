import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { tableChecksums } from '../support/database/catalog-checksum';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { corklight, killLeftoverProcesses } from '../support/process/server-process';
import { readingCountSql } from '#server/database/history/history-sql';

/** The folder with real public data, which is not part of the project. */
const realDataFolder = resolve('..', 'shared', 'data');
const hasRealData = existsSync(join(realDataFolder, 'series.ndjson'));
if (!hasRealData) process.stdout.write(`skipped: no public data in ${realDataFolder}\n`);

interface ImportSummary {
  readonly lines: number;
  readonly rejected: number;
  readonly inserted: number;
  readonly updated: number;
  readonly series: number;
  readonly outcome: string;
}

(hasRealData ? describe : describe.skip)('real public data', () => {
  let database: TestDatabase;
  let home: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    home = await mkdtemp(join(tmpdir(), 'corklight-real-'));
  });
  afterAll(async () => {
    killLeftoverProcesses();
    await database.close();
    await rm(home, { recursive: true, force: true });
  });

  const rejectsOf = (file: string): string => join(home, `${file}.rejects.ndjson`);
  const extraOptions: Readonly<Record<string, readonly string[]>> = {
    // Stars and subscribers are imported as followers; forks have no metric and are rejected.
    series: ['--as', 'pinner', '--metric', 'stars=follower_count', '--metric', 'subscriber_count=follower_count', '--max-bad', '7%'],
  };
  async function importFile(kind: string): Promise<ImportSummary> {
    const name = `${kind}.ndjson`;
    const args = [
      'import',
      kind,
      join(realDataFolder, name),
      '--crawled-at',
      '2026-08-23T12:00:00Z',
      '--json',
      '--rejects',
      rejectsOf(name),
    ];
    const { code, stdout, stderr } = await corklight([...args, ...(extraOptions[kind] ?? [])], {
      DATABASE_URL: database.url,
      DEMO: 'false',
    });
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    return (JSON.parse(stdout) as { files: [ImportSummary] }).files[0];
  }

  /** Counts the rejected lines by `field: reason`. */
  function rejectReasons(kind: string): Record<string, number> {
    const path = rejectsOf(`${kind}.ndjson`);
    const counts: Record<string, number> = {};
    for (const line of existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []) {
      const { field, reason } = JSON.parse(line) as { field: string; reason: string };
      counts[`${field}: ${reason.replace(/ \(.*/, '')}`] = (counts[`${field}: ${reason.replace(/ \(.*/, '')}`] ?? 0) + 1;
    }
    return counts;
  }

  it.each([
    ['boards', { lines: 8_011, rejected: 202 }, { '_id: no _id and no Pinterest url of a board: nothing says which board this is': 202 }],
    ['pinners', { lines: 2_015, rejected: 0 }, {}],
    ['pins', { lines: 13_889, rejected: 0 }, {}],
    [
      'series',
      { lines: 2_616, rejected: 171 },
      { 'id: has white space or control characters': 71, 'metric: "forks" is no metric of a pinner': 100 },
    ],
  ])('%s are imported, except unidentifiable rows', async (kind, counts, reasons) => {
    expect(await importFile(kind)).toMatchObject({ outcome: 'applied', ...counts });
    expect(rejectReasons(kind)).toEqual(reasons);
  });

  it('are stored once each', async () => {
    const { rows } = await database.pool.query<{ boards: number; pinners: number; pins: number; owners: number; charts: number }>(
      `select (select count(*)::int from boards) boards, (select count(*)::int from pinners) pinners, (select count(*)::int from pins) pins,
         (select count(*)::int from boards b join pinners p on p._id = b.pinner_id) owners,
         (select count(*)::int from pinners where ${readingCountSql('pinner', 'pinners._id')} > 1) charts`,
    );
    expect(rows[0]).toMatchObject({ boards: 7_804, pinners: 4_452, pins: 13_888 });
    expect(rows[0]?.owners).toBeGreaterThan(7_700);
    expect(rows[0]?.charts).toBeGreaterThanOrEqual(2_445);
  });

  it('do not change when imported again', async () => {
    const before = await tableChecksums(database.pool);
    for (const kind of ['boards', 'pinners', 'pins', 'series']) {
      expect({ kind, ...(await importFile(kind)) }).toMatchObject({ kind, inserted: 0, updated: 0, series: 0 });
    }
    expect(await tableChecksums(database.pool)).toEqual(before);
  });
});
