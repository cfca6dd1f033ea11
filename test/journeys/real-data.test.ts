import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checksums } from '../support/checksum';
import { freshDatabase, type TestDatabase } from '../support/database';
import { corklight, endServers } from '../support/running-server';

const folder = resolve('..', 'shared', 'data');
const isThere = existsSync(join(folder, 'series.ndjson'));
if (!isThere) process.stdout.write(`skipped: the public data are not in ${folder}\n`);

interface Imported {
  readonly lines: number;
  readonly rejected: number;
  readonly inserted: number;
  readonly updated: number;
  readonly series: number;
  readonly outcome: string;
}

(isThere ? describe : describe.skip)('real public data', () => {
  let database: TestDatabase;
  let home: string;
  beforeAll(async () => {
    database = await freshDatabase();
    home = await mkdtemp(join(tmpdir(), 'corklight-real-'));
  });
  afterAll(async () => {
    endServers();
    await database.close();
    await rm(home, { recursive: true, force: true });
  });

  const rejectsOf = (file: string): string => join(home, `${file}.rejects.ndjson`);
  const more: Readonly<Record<string, readonly string[]>> = {
    // One metric of ours for each foreign one; forks would become the same as stars, and have no place.
    series: ['--as', 'pinner', '--metric', 'stars=follower_count', '--metric', 'subscriber_count=follower_count', '--max-bad', '7%'],
  };
  async function bring(kind: string): Promise<Imported> {
    const name = `${kind}.ndjson`;
    const args = ['import', kind, join(folder, name), '--crawled-at', '2026-08-23T12:00:00Z', '--json', '--rejects', rejectsOf(name)];
    const { code, stdout, stderr } = await corklight([...args, ...(more[kind] ?? [])], { DATABASE_URL: database.url, DEMO: 'false' });
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    return (JSON.parse(stdout) as { files: [Imported] }).files[0];
  }

  /** `field: reason` of every rejected line, with how many there are. */
  function reasons(kind: string): Record<string, number> {
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
  ])('%s come in, but what nobody could place', async (kind, counts, why) => {
    expect(await bring(kind)).toMatchObject({ outcome: 'applied', ...counts });
    expect(reasons(kind)).toEqual(why);
  });

  it('and are found under their names, once each', async () => {
    const { rows } = await database.pool.query<{ boards: number; pinners: number; pins: number; owners: number; charts: number }>(
      `select (select count(*)::int from boards) boards, (select count(*)::int from pinners) pinners, (select count(*)::int from pins) pins,
         (select count(*)::int from boards b join pinners p on p._id = b.pinner_id) owners,
         (select count(*)::int from pinner_series where cardinality(at) > 1) charts`,
    );
    expect(rows[0]).toMatchObject({ boards: 7_804, pinners: 4_452, pins: 13_888 });
    expect(rows[0]?.owners).toBeGreaterThan(7_700);
    expect(rows[0]?.charts).toBeGreaterThanOrEqual(2_445);
  });

  it('given again, nothing changes', async () => {
    const before = await checksums(database.pool);
    for (const kind of ['boards', 'pinners', 'pins', 'series']) {
      expect({ kind, ...(await bring(kind)) }).toMatchObject({ kind, inserted: 0, updated: 0, series: 0 });
    }
    expect(await checksums(database.pool)).toEqual(before);
  });
});
