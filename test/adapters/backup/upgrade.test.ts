import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { isArchived } from '#server/backup/archived-tables';
import { verifyArchive } from '#server/backup/archive-reader';
import { loadTables } from '#server/backup/postgres/load-tables';
import { planRestore, restoreDatabase } from '#server/backup/postgres/restore-database';
import { readConfig } from '#server/config/config';
import { inMigratingTransaction } from '#server/database/migrate';
import { connectDatabase, openDatabase } from '#server/database/open-database';
import { migrations } from '#migrations/index';
import { testKeys } from '../../support/app/test-keys';
import { checksumsOf, type ComparedTable, listTables } from '../../support/database/site-data';
import { createTestDatabase } from '../../support/database/test-database';

/** Made-up data in the schema of release 0.1.0, of three migrations, as an archive. */
const FIRST_RELEASE = join('test', 'support', 'fixtures', 'first-release.backup');

/** What the migrations since then change on purpose. */
const changedTables = new Set(['catalog_stats', 'job_runs']);

/** Puts the first release's schema and data into an empty database. */
async function loadFirstRelease(url: string): Promise<void> {
  const archive = await verifyArchive(FIRST_RELEASE);
  await inMigratingTransaction(url, async ({ client, apply }) => {
    await apply(new Set(archive.header.migrations.map(({ name }) => name)));
    await loadTables(client, archive, () => undefined);
  });
}

/** The tables of the first release, with its columns, that an upgrade must not change. */
const keptTables = async (pool: Pool): Promise<ComparedTable[]> =>
  (await listTables(pool)).filter(({ name }) => isArchived(name) && !changedTables.has(name));

async function withPool(url: string, work: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  await work(pool).finally(() => pool.end());
}

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'corklight-upgrade-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('an upgrade from the first release', () => {
  it('backs up an embedded database first, and keeps every row', async () => {
    const config = readConfig({ NODE_ENV: 'test', ...testKeys, DATA_DIR: folder });
    const old = await connectDatabase(config);
    await loadFirstRelease(old.url);
    const notices: string[] = [];
    await withPool(old.url, async (pool) => {
      const tables = await keptTables(pool);
      const before = await checksumsOf(pool, tables);
      expect(before['users']).toMatch(/^20 /);
      const upgraded = await openDatabase(config, (notice) => void notices.push(notice));
      expect(upgraded.migrationCount).toBe(migrations.length - 3);
      expect(await checksumsOf(pool, tables)).toEqual({ ...before, settings: expect.stringMatching(/^1 /) });
      await upgraded.close();
    });
    await old.close();
    const [name = ''] = await readdir(join(folder, 'backups'));
    expect(name).toMatch(/^before-upgrade-/);
    expect(notices).toEqual([expect.stringContaining('Backing it up first'), expect.stringContaining(name)]);
    const { header } = await verifyArchive(join(folder, 'backups', name));
    expect(header.migrations).toHaveLength(3);
  });

  it('names the command where it makes no backup, on a Postgres of your own, and keeps every row', async () => {
    const database = await createTestDatabase('template0');
    await loadFirstRelease(database.url);
    const notices: string[] = [];
    const tables = await keptTables(database.pool);
    const before = await checksumsOf(database.pool, tables);
    const config = readConfig({ NODE_ENV: 'test', ...testKeys, DATABASE_URL: database.url });
    await (await openDatabase(config, (notice) => void notices.push(notice))).close();
    expect(await checksumsOf(database.pool, tables)).toEqual(before);
    await database.close();
    expect(notices).toEqual([expect.stringContaining('corklight backup')]);
  });

  it('restores a backup of the first release', async () => {
    const [old, target] = [await createTestDatabase('template0'), await createTestDatabase('template0')];
    await loadFirstRelease(old.url);
    const plan = await planRestore(target.url, FIRST_RELEASE);
    await restoreDatabase(plan, { isReplacing: false });
    const tables = await keptTables(old.pool);
    expect(await checksumsOf(target.pool, tables)).toEqual(await checksumsOf(old.pool, tables));
    await Promise.all([old.close(), target.close()]);
  });
});
