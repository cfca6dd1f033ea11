import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { isArchived } from '#server/operations/backup/archived-tables';
import { readSealed, verifyArchive } from '#server/operations/backup/archive-reader';
import { backUpDatabase } from '#server/operations/backup/postgres/back-up-database';
import { loadTables } from '#server/operations/backup/postgres/load-tables';
import { planRestore, restoreDatabase } from '#server/operations/backup/postgres/restore-database';
import { readConfig } from '#server/config/config';
import { inMigratingTransaction } from '#server/database/migrate';
import { connectDatabase, openDatabase } from '#server/launch/postgres/open-database';
import { catalogSearch } from '#domain/catalog/contract';
import { countsOf, type Metric } from '#domain/catalog/metrics';
import { entityTypes } from '#domain/catalog/variants';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { migrations } from '#migrations/index';
import { readKeys } from '#server/secrets/keys';
import { testKeys } from '../../../support/app/test-keys';
import { checksumsOf, type ComparedTable, listTables, siteChecksums } from '../../../support/database/site-data';
import { readSeries, type SeriesOf } from '../../../support/database/stored-history';
import { createTestDatabase } from '../../../support/database/test-database';

/** Made-up data in the schema of release 0.1.0, of three migrations, as an archive: rows in every table. */
const FIRST_RELEASE = join('test', 'support', 'fixtures', 'first-release.backup');

/** Puts the first release's schema and data into an empty database. */
async function loadFirstRelease(url: string): Promise<void> {
  const archive = await verifyArchive(await readSealed(FIRST_RELEASE));
  await inMigratingTransaction(url, async ({ client, apply }) => {
    await apply(new Set(archive.header.migrations.map(({ name }) => name)));
    const { tables, sequences } = archive.manifest;
    const own = new Set([...tables.flatMap(({ name, partition }) => [name, partition?.of ?? name]), ...Object.keys(sequences)]);
    await loadTables(client, archive, { own, others: new Set() }, () => undefined);
  });
}

/** Histories, which the newest release keeps in other tables; `seriesOf` compares them. */
const isSeries = (name: string): boolean => name.endsWith('_series');

/** The times of the last crawls, which the newest release keeps beside the metrics. */
const CRAWL_TIMES = 'last_crawled_at';

const crawlTimesIn = async (pool: Pool, tables: 's' | '_metrics'): Promise<unknown[]> =>
  (await pool.query(entityTypes.map((entity) => `select _id, ${CRAWL_TIMES} from ${entity}${tables}`).join(' union all ') + ' order by 1'))
    .rows;

/** The tables that hold a site, with the columns that they have now and where: an upgrade must change none of them. */
const listArchivedTables = async (pool: Pool): Promise<ComparedTable[]> =>
  (await listTables(pool))
    .filter(({ name }) => isArchived(name) && !isSeries(name))
    .map(({ name, columns }) => ({ name, columns: columns.filter((column) => column !== CRAWL_TIMES) }));

/** The series of all entities, in either form; a count without values was never known. */
async function seriesOf(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query<{ old: boolean }>(`select to_regclass('board_series') is not null "old"`);
  const perEntity = entityTypes.map(async (entity): Promise<SeriesOf[]> => {
    if (!rows[0]?.old) return readSeries(pool, entity);
    return (await pool.query<SeriesOf>(`select * from ${entity}_series where cardinality(at) > 0 order by _id`)).rows;
  });
  return (await Promise.all(perEntity)).map((all, index) =>
    all.map((one) => [
      one._id,
      one.at,
      ...countsOf[entityTypes[index]!].map((count: Metric) => one.at.map((_, at) => one[count]?.[at] ?? null)),
    ]),
  );
}

const newNames: Readonly<Record<string, string>> = {
  letters: 'emails',
  event_fold: 'event_aggregation',
  folded_id: 'aggregated_id',
  folded_at: 'aggregated_at',
  applied_slice: 'applied_batch',
};

/** What columns called `slot` are called now, by table. */
const newSlots: Readonly<Record<string, string>> = { job_runs: 'scheduled_for', job_statuses: 'scheduled_for', rate_limits: 'time_window' };

/** The same tables and columns as the newest release calls them. */
const asNamedNow = (tables: readonly ComparedTable[]): ComparedTable[] =>
  tables.map(({ name, columns }) => ({
    name: newNames[name] ?? name,
    columns: columns.map((column) => newNames[column] ?? (column === 'slot' ? (newSlots[name] ?? column) : column)),
  }));

/** Checksums of tables, by the names of the newest release. */
const withNewNames = (sums: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(sums).map(([name, sum]) => [newNames[name] ?? name, sum]));

async function withPool(url: string, work: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  // A restore ends the connections of others, also one that is closing.
  pool.on('error', () => undefined);
  await work(pool).finally(() => pool.end());
}

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'corklight-upgrade-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const keys = readKeys(readConfig({ NODE_ENV: 'test', ...testKeys }));

/** What a release to come does to the schema. */
async function migrateToNewerRelease(pool: Pool): Promise<void> {
  await pool.query(`create table colors (name text); alter table users add column color text not null default 'green';
    insert into migrations ("timestamp", name) values (1999999999999, 'Colors1999999999999')`);
}

describe('an upgrade from the first release', () => {
  it('is tried with rows in every table', async () => {
    const { manifest } = await verifyArchive(await readSealed(FIRST_RELEASE));
    expect(manifest.tables.filter(({ rows }) => rows === 0)).toEqual([]);
    expect(manifest.tables.length).toBeGreaterThan(40);
  });

  it('backs up an embedded database first, and keeps every row', async () => {
    const config = readConfig({ NODE_ENV: 'test', ...testKeys, DATA_DIR: folder });
    const old = await connectDatabase(config);
    await loadFirstRelease(old.url);
    const notices: string[] = [];
    await withPool(old.url, async (pool) => {
      const tables = await listArchivedTables(pool);
      const before = await checksumsOf(pool, tables);
      const [series, crawlTimes] = [await seriesOf(pool), await crawlTimesIn(pool, 's')];
      expect(before['users']).toMatch(/^20 /);
      const upgraded = await openDatabase(config, (notice) => void notices.push(notice));
      expect(upgraded.migrationCount).toBe(migrations.length - 3);
      expect(await checksumsOf(pool, asNamedNow(tables))).toEqual({ ...withNewNames(before), settings: expect.stringMatching(/^1 /) });
      expect(await seriesOf(pool)).toEqual(series);
      expect(await crawlTimesIn(pool, '_metrics')).toEqual(crawlTimes);
      await upgraded.close();
    });
    await old.close();
    const [name = ''] = await readdir(join(folder, 'backups'));
    expect(name).toMatch(/^before-upgrade-/);
    expect(notices).toEqual([expect.stringMatching(/\(\d+ migrations\)\. Backing it up first/), expect.stringContaining(name)]);
    const { header } = await verifyArchive(await readSealed(join(folder, 'backups', name)));
    expect(header.migrations).toHaveLength(3);
  });

  it('names the command where it makes no backup, on a Postgres of your own, and keeps every row', async () => {
    const database = await createTestDatabase('template0');
    await loadFirstRelease(database.url);
    const notices: string[] = [];
    const tables = await listArchivedTables(database.pool);
    const before = await checksumsOf(database.pool, tables);
    const config = readConfig({ NODE_ENV: 'test', ...testKeys, DATABASE_URL: database.url });
    await (await openDatabase(config, (notice) => void notices.push(notice))).close();
    expect(await checksumsOf(database.pool, asNamedNow(tables))).toEqual(withNewNames(before));
    await database.close();
    expect(notices).toEqual([expect.stringContaining('corklight backup')]);
  });

  it('answers searches with typos and prefixes as before, with and without lists that are ordered', async () => {
    const database = await createTestDatabase('template0');
    await loadFirstRelease(database.url);
    await database.pool.query(`update boards set name = 'Garden plans', terms = '{garden,plan}' where _id in ('b1', 'b2', 'b3');
      insert into board_words values ('garden', 3), ('plan', 3)`);
    await (await openDatabase(readConfig({ NODE_ENV: 'test', ...testKeys, DATABASE_URL: database.url }), () => undefined)).close();
    for (const ORDERED_LISTS_FROM of ['50000', '1']) {
      const settings = readConfig({ NODE_ENV: 'test', ORDERED_LISTS_FROM });
      const catalog = new PostgresCatalog(database.postgres, settings, { now: () => new Date() });
      for (const query of ['garden', 'gardn', 'gadren', 'gard'])
        expect([query, (await catalog.search('boards', catalogSearch('boards').parse({ query }))).total]).toEqual([query, 3]);
    }
    await database.close();
  });

  it('restores a backup of the first release, which is not signed, only where the operator accepts that', async () => {
    const [old, target] = [await createTestDatabase('template0'), await createTestDatabase('template0')];
    await loadFirstRelease(old.url);
    await expect(planRestore(target.url, FIRST_RELEASE, keys)).rejects.toThrow(
      /^The archive is not signed, as those of release 0\.1\.0\..* add --unverified\.$/,
    );
    const plan = await planRestore(target.url, FIRST_RELEASE, keys, { acceptsUnverified: true });
    expect(plan.warnings).toContain('The archive is not signed, as those of release 0.1.0.');
    await restoreDatabase(plan, { isReplacing: false });
    const tables = await listArchivedTables(old.pool);
    expect(await checksumsOf(target.pool, asNamedNow(tables))).toEqual(withNewNames(await checksumsOf(old.pool, tables)));
    expect(await seriesOf(target.pool)).toEqual(await seriesOf(old.pool));
    await Promise.all([old.close(), target.close()]);
  });
});

describe('going back to an older release', () => {
  it('is refused with the way to do it, and changes no row; that way brings back every row from before the upgrade', async () => {
    const database = await createTestDatabase('template0');
    await loadFirstRelease(database.url);
    const config = readConfig({ NODE_ENV: 'test', ...testKeys, DATABASE_URL: database.url });
    await (await openDatabase(config, () => undefined)).close();
    const { path } = await backUpDatabase({ url: database.url, pathOf: () => join(folder, 'before.backup'), keys });
    let before: Readonly<Record<string, string>> = {};
    await withPool(database.url, async (pool) => {
      before = await siteChecksums(pool);
      await migrateToNewerRelease(pool);
      await pool.query('delete from boards');
      const newer = await siteChecksums(pool);
      const opening = openDatabase(config, () => undefined);
      await expect(opening).rejects.toThrow(/newer release.*Colors1999999999999.*corklight restore FILE --replace/);
      expect(await siteChecksums(pool)).toEqual(newer);
    });

    await restoreDatabase(await planRestore(database.url, path, keys), { isReplacing: true });
    await (await openDatabase(config, () => undefined)).close();
    await withPool(database.url, async (pool) => expect(await siteChecksums(pool)).toEqual(before));
    await database.close();
  });
});
