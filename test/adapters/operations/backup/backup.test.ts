import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { isArchived } from '#server/operations/backup/archived-tables';
import { readTables, readSealed, verifyArchive } from '#server/operations/backup/archive-reader';
import { keyFingerprints } from '#server/operations/backup/archive-keys';
import { writeArchive } from '#server/operations/backup/archive-writer';
import { backUpDatabase, type BackupResult } from '#server/operations/backup/postgres/back-up-database';
import { withBackupClient } from '#server/operations/backup/postgres/backup-client';
import { beginSnapshot, releaseTable } from '#server/operations/backup/postgres/snapshot';
import { planRestore, restoreDatabase } from '#server/operations/backup/postgres/restore-database';
import { inMigratingTransaction, migrate } from '#server/database/migrate';
import { migrations } from '#migrations/index';
import { readConfig } from '#server/config/config';
import { readKeys } from '#server/secrets/keys';
import { createTestApp } from '../../../support/app/test-app';
import { testKeys } from '../../../support/app/test-keys';
import type { TestUser } from '../../../support/app/test-users';
import { catalogPaths, fillCatalog } from '../../../support/database/small-catalog';
import { createTestDatabase, type TestDatabase } from '../../../support/database/test-database';
import { fillSite, siteChecksums } from '../../../support/database/site-data';

const keys = readKeys(readConfig({ NODE_ENV: 'test', ...testKeys }));

let folder: string;
const open: TestDatabase[] = [];

async function database(template?: string): Promise<TestDatabase> {
  const created = await createTestDatabase(template);
  open.push(created);
  return created;
}

/** Filled once: for copies, and for what only reads it. */
let filled: TestDatabase;
/** An archive of it. */
let archived: BackupResult;
const filledDatabase = () => database(filled.name);

/** A filled database with other rows. */
async function otherDatabase(): Promise<TestDatabase> {
  const created = await filledDatabase();
  await created.pool.query(`delete from boards where _id < 'b2'`);
  return created;
}

/** A database without a schema, as a new Postgres has. */
const emptyDatabase = () => database('template0');

const backUp = ({ url }: TestDatabase, name = 'site.backup', onProgress?: (table: string) => void): Promise<BackupResult> =>
  backUpDatabase({ url, pathOf: () => join(folder, name), keys, ...(onProgress ? { onProgress } : {}) });

const restore = async ({ url }: TestDatabase, path: string, isReplacing = false): Promise<number> =>
  restoreDatabase(await planRestore(url, path, keys), { isReplacing });

let archiveFolder: string;
beforeAll(async () => {
  filled = await createTestDatabase();
  await fillSite(filled.pool);
  archiveFolder = await mkdtemp(join(tmpdir(), 'corklight-archived-'));
  archived = await backUpDatabase({ url: filled.url, pathOf: () => join(archiveFolder, 'site.backup'), keys });
});
afterAll(async () => {
  await filled.close();
  await rm(archiveFolder, { recursive: true, force: true });
});
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'corklight-backup-'))));
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  await rm(folder, { recursive: true, force: true });
});

/** A number for each byte, the same in every run. */
const gear = Uint32Array.from({ length: 256 }, (_, byte) => createHash('sha256').update(String(byte)).digest().readUInt32BE());

/** A chunk ends where these bits of the hash of the last 32 bytes are 0: every 8 KiB on average. */
const CUT_MASK = 0xfff80000;

/** Cuts bytes where they say so themselves, as restic and borg do, and returns the length of each different chunk by its hash. */
function chunksOf(bytes: Buffer): ReadonlyMap<string, number> {
  const chunks = new Map<string, number>();
  let [start, hash] = [0, 0];
  for (let index = 0; index < bytes.length; index++) {
    hash = ((hash << 1) + gear[bytes[index]!]!) | 0;
    if ((hash & CUT_MASK) !== 0 && index < bytes.length - 1) continue;
    const chunk = bytes.subarray(start, index + 1);
    chunks.set(createHash('sha256').update(chunk).digest('hex'), chunk.length);
    start = index + 1;
  }
  return chunks;
}

/** The share of the bytes of a file that no chunk of an earlier one has. */
function newShare(file: Buffer, earlier: Buffer): number {
  const known = chunksOf(earlier);
  const added = [...chunksOf(file)].reduce((sum, [hash, length]) => sum + (known.has(hash) ? 0 : length), 0);
  return added / file.length;
}

describe('a backup', () => {
  it('restores every row of every table into an empty database, with its sequences and indexes, so that it can be written', async () => {
    const [source, target] = [await filledDatabase(), await emptyDatabase()];
    const { path, rows, tables, bytes } = archived;
    expect(await restore(target, path)).toBe(rows);
    expect(await siteChecksums(target.pool)).toEqual(await siteChecksums(source.pool));
    expect(tables).toBeGreaterThan(30);
    const { size, mode } = await stat(path);
    expect([size, mode & 0o777]).toEqual([bytes, 0o600]);
    expect(await readdir(archiveFolder)).toEqual(['site.backup']);

    const insert = `insert into import_runs (kind, source, fingerprint, phase, started_at) values ('pins', 'x', 'z', 'done', now()) returning id`;
    expect((await target.pool.query(insert)).rows).toEqual((await source.pool.query(insert)).rows);
    const indexes = `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`;
    expect((await target.pool.query(indexes)).rows).toEqual((await source.pool.query(indexes)).rows);
    await target.pool.query(`insert into events (at, visitor, name) values ('2026-10-31', gen_random_uuid(), 'page_view')`);
  });

  it('says what it is: release, schema version, date, fingerprints of keys, and rows of each table', async () => {
    const { path } = archived;
    const { header, manifest } = await verifyArchive(await readSealed(path));
    expect(new Set(header.migrations.map(({ name }) => name))).toEqual(new Set(migrations.map(({ name }) => name)));
    expect(header).toMatchObject({
      keys: keyFingerprints(keys),
      release: expect.stringMatching(/^\d/),
      postgres: expect.stringMatching(/^\d+\.\d+/),
    });
    expect(Date.now() - Date.parse(header.createdAt)).toBeLessThan(600_000);
    expect(manifest.tables.find(({ name }) => name === 'boards')?.rows).toBe(3000);
    expect((await readFile(path, 'latin1')).split('\n')[0]).toBe('CORKLIGHT BACKUP 3');
    expect(JSON.parse((await readFile(path, 'utf8')).split('\n').at(-3)!)).toEqual(header);
  });

  it('has almost only bytes of the night before: after a quiet day, and after one with a changed and a thousand new rows', async () => {
    const source = await database();
    const insertBoards = (from: number, to: number) =>
      source.pool.query(
        `insert into boards (_id, name, description, imported_at, source)
         select md5(n::text), 'Board ' || n, (select string_agg(md5((n * 9 + part)::text), ' ') from generate_series(1, 8) part), now(), 'test'
         from generate_series($1::int, $2::int) n`,
        [from, to],
      );
    await insertBoards(1, 60_000);
    const nights = [];
    for (const night of [1, 2, 3]) {
      if (night === 3) {
        await source.pool.query(`update boards set name = 'Changed' where _id = md5('30000')`);
        await insertBoards(60_001, 61_000);
      }
      nights.push(await readFile((await backUp(source, `night-${night}.backup`)).path));
    }
    const [first, second, third] = nights as [Buffer, Buffer, Buffer];
    expect(first.length).toBeGreaterThan(8e6);
    expect(newShare(second, first)).toBeLessThan(0.02);
    expect(newShare(third, second)).toBeLessThan(0.1);
  });

  it('is of one moment while others write', async () => {
    const source = await filledDatabase();
    const stop = new AbortController();
    const write = async () => {
      while (!stop.signal.aborted) {
        await source.pool.query(`with added as (insert into users (email, created_at) values ('new', now()) returning id)
          insert into boards (_id, imported_at, source) select id::text, now(), 'new' from added`);
      }
    };
    const writing = write();
    const { path } = await backUp(source);
    stop.abort();
    await writing;
    const { manifest } = await verifyArchive(await readSealed(path));
    const rowsOf = (table: string) => manifest.tables.find(({ name }) => name === table)!.rows;
    expect(rowsOf('boards') - 3000).toBe(rowsOf('users') - 20);
  });

  it('holds the rows of a table that is replaced while it is written', async () => {
    const source = await filledDatabase();
    await source.pool.query('create table board_scores_new (like board_scores including all)');
    let replacing: Promise<unknown> | undefined;
    const replacement = 'begin; drop table board_scores; alter table board_scores_new rename to board_scores; commit';
    const { path } = await backUp(source, 'site.backup', (table) => {
      if (table === 'board_metrics') replacing = source.pool.query(replacement);
    });
    await replacing;
    const { manifest } = await verifyArchive(await readSealed(path));
    expect(manifest.tables.find(({ name }) => name === 'board_scores')?.rows).toBe(3000);
    expect((await source.pool.query('select from board_scores')).rowCount).toBe(0);
  });

  it('copies the tables that a recompute replaces first, and lets go of each copied table', async () => {
    const canReplace = (table: string) =>
      filled.pool.query(`begin; lock table ${table} in access exclusive mode nowait; rollback`).then(
        () => true,
        async () => filled.pool.query('rollback').then(() => false),
      );
    await withBackupClient(filled.url, async (client) => {
      const tables = await beginSnapshot(client);
      expect(tables.slice(0, 3).map(({ name }) => name)).toEqual(['board_metrics', 'board_scores', 'keyword_ranks']);
      expect(await canReplace('board_scores')).toBe(false);
      await releaseTable(client, 0);
      expect(await canReplace('board_metrics')).toBe(true);
      expect(await canReplace('board_scores')).toBe(false);
      await releaseTable(client, 1);
      expect(await canReplace('board_scores')).toBe(true);
      expect(await canReplace('users')).toBe(false);
    });
  });

  it('leaves no file behind when it fails', async () => {
    const failing = backUp(filled, 'site.backup', (table) => {
      if (table === 'users') throw new Error('no more');
    });
    await expect(failing).rejects.toThrow('no more');
    expect(await readdir(folder)).toEqual([]);
  });

  it('stops when its job is stopped', async () => {
    const failing = backUpDatabase({
      url: filled.url,
      pathOf: () => join(folder, 'site.backup'),
      keys,
      register: (resource) => void resource.end(),
    });
    await expect(failing).rejects.toThrow(/connection|closed/i);
    expect(await readdir(folder)).toEqual([]);
  });

  it('holds every table but those that are rebuilt, work in progress, or of running servers', async () => {
    const source = await filledDatabase();
    await source.pool.query('create unlogged table import_7_board (x integer); create table boards_next (x integer)');
    const { path } = await backUp(source);
    const { manifest } = await verifyArchive(await readSealed(path));
    const { rows } = await source.pool.query<{ name: string }>(
      `select relname::text "name" from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    const archived = new Set(manifest.tables.map(({ name }) => name));
    const left = rows.map(({ name }) => name).filter((name) => !archived.has(name));
    const readModel = ['board', 'pin', 'pinner'].flatMap((entity) =>
      ['arrays', 'facets', 'order', 'postings', 'words'].map((part) => `${entity}_${part}`),
    );
    expect(left).toEqual([...readModel, 'account_answers', 'boards_next', 'import_7_board', 'instances', 'migrations'].sort());
    expect(['import_3_touched', 'pin_scores_stage', 'catalog_stats_next'].some(isArchived)).toBe(false);
  });
});

/** Searches with a prefix and with typos, lists, scores, details, and alerts, as a person with Premium sees them. */
const comparedPaths = [
  ...catalogPaths,
  '/api/boards?query=handm',
  '/api/pins?query=trvel',
  '/api/pinners?query=recpies',
  '/api/boards?order_by=momentum_score&with=momentum_score',
  '/api/users/me/alerts',
];

describe('a restored site', () => {
  it('answers searches with typos and prefixes, lists, scores, and alerts as before, with and without a read model', async () => {
    const [source, target] = [await database(), await emptyDatabase()];
    await fillCatalog(source.pool);
    let owner: TestUser | undefined;
    /** What a server answers to the owner, whom the first one makes. */
    const answersOf = async ({ url }: TestDatabase, ORDERED_LISTS_FROM: string): Promise<Record<string, unknown>> => {
      const site = await createTestApp(url, { settings: { ORDERED_LISTS_FROM }, isScheduled: false });
      if (!owner) {
        await site.app.get(RecomputeGrowth).recomputeAll();
        await site.app.get(RecomputeKeywords).recompute();
        owner = await site.createUser('premium', 'owner@example.org');
        await source.pool.query(
          `insert into alerts (user_id, day, entity, entity_id, title, measure, direction, value, created_at)
           values ($1, 20780, 'board', 'b7', 'Handmade ideas 7', 'momentum', 'above', 71, now())`,
          [owner.id],
        );
      }
      const answers: Record<string, unknown> = {};
      for (const path of comparedPaths) {
        // `as_of` is the time of the read model, which is rebuilt later.
        const { as_of: _asOf, ...answer } = (await site.request('GET', path, { as: owner })).body;
        answers[path] = answer;
      }
      await site.close();
      return answers;
    };
    const settings = ['1', '50000'];
    const before: Record<string, unknown>[] = [];
    for (const from of settings) before.push(await answersOf(source, from));
    for (const path of ['/api/boards?query=handmde', '/api/pins?query=trvel', '/api/pinners?query=recpies', '/api/boards?query=handm'])
      expect({ path, total: (before[0]![path] as { total: number }).total > 0 }).toEqual({ path, total: true });
    expect(before[0]!['/api/users/me/alerts']).toMatchObject({ alerts: [{ title: 'Handmade ideas 7' }] });
    await restore(target, (await backUp(source)).path);
    for (const [index, from] of settings.entries()) expect(await answersOf(target, from)).toEqual(before[index]);
  });
});

describe('a restore', () => {
  it('refuses files that are no archive, damaged, or cut short', async () => {
    const path = join(folder, 'changed.backup');
    const target = await emptyDatabase();
    const bytes = await readFile(archived.path);
    const refusal = async (content: Buffer | string): Promise<string> => {
      await writeFile(path, content);
      return planRestore(target.url, path, keys).then(() => 'accepted', (error: Error) => error.message); // prettier-ignore
    };
    for (const share of [0.1, 0.5, 0.9]) {
      const changed = Buffer.from(bytes);
      changed[Math.floor(bytes.length * share)]! ^= 1;
      expect(await refusal(changed)).toContain('damaged');
      expect(await refusal(bytes.subarray(0, Math.floor(bytes.length * share)))).toContain('damaged');
    }
    expect(await refusal(bytes.subarray(0, -1))).toContain('damaged');
    expect(await refusal(Buffer.concat([bytes, bytes]))).toContain('damaged');
    expect(await refusal('')).toBe('This is not a backup of Corklight.');
    expect(await refusal('PGDMP something else')).toBe('This is not a backup of Corklight.');
    expect(await refusal('CORKLIGHT BACKUP 4\n{}\n')).toContain('A newer release wrote this archive');
    expect((await target.pool.query(`select from pg_class where relname = 'boards'`)).rowCount).toBe(0);
  });

  it('refuses the archive of a newer release', async () => {
    const source = await filledDatabase();
    await source.pool.query(`insert into migrations ("timestamp", name) values (1999999999999, 'Colors1999999999999')`);
    const { path } = await backUp(source);
    const target = await emptyDatabase();
    await expect(restore(target, path)).rejects.toThrow(/Colors1999999999999.*does not know/);
    expect((await target.pool.query(`select from pg_class where relname = 'boards'`)).rowCount).toBe(0);
  });

  it('replaces a site only when asked to', async () => {
    const target = await otherDatabase();
    const before = await siteChecksums(target.pool);
    await expect(restore(target, archived.path)).rejects.toThrow('--replace');
    expect(await siteChecksums(target.pool)).toEqual(before);
    await restore(target, archived.path, true);
    expect(await siteChecksums(target.pool)).toEqual(await siteChecksums(filled.pool));
  });

  it('leaves everything as it was when it fails half way', async () => {
    const { path, header } = archived;
    const wrongPath = join(folder, 'wrong.backup');
    const { manifest } = await verifyArchive(await readSealed(path));
    async function* frames(): AsyncGenerator<Buffer> {
      for await (const { table, rows } of readTables(await verifyArchive(await readSealed(path)))) {
        yield Buffer.from(JSON.stringify({ table }));
        yield* rows;
        if (table.name === 'users') yield Buffer.from('no such row\n');
        yield Buffer.alloc(0);
      }
      yield Buffer.from(JSON.stringify({ manifest }));
    }
    await writeArchive(wrongPath, header, { keys }, frames());
    const target = await otherDatabase();
    const before = await siteChecksums(target.pool);
    await expect(restore(target, wrongPath, true)).rejects.toThrow('invalid input syntax');
    expect(await siteChecksums(target.pool)).toEqual(before);
  });

  it('refuses a database that a server uses, or that has tables of other programs', async () => {
    const { path } = archived;
    const target = await filledDatabase();
    const client = await target.pool.connect();
    await client.query(`set application_name = 'corklight job'`);
    await expect(restore(target, path, true)).rejects.toThrow('Stop every server');
    client.release(true);
    await target.pool.query('create table recipes (x integer)');
    await expect(restore(target, path, true)).rejects.toThrow('recipes');
    await target.pool.query(`insert into migrations ("timestamp", name) values (1999999999999, 'Recipes1999999999999')`);
    await restore(target, path, true);
    expect((await target.pool.query(`select from pg_class where relname = 'recipes'`)).rowCount).toBe(0);
  });

  it('brings an archive of an older schema up to date', async () => {
    const older = await emptyDatabase();
    const lastNames = new Set(migrations.slice(0, -3).map(({ name }) => name));
    await inMigratingTransaction(older.url, ({ apply }) => apply(lastNames));
    await fillSite(older.pool);
    const { path } = await backUp(older);
    const target = await emptyDatabase();
    await restore(target, path);
    await migrate(older.url);
    // A later migration sets the time of first storing to its own.
    for (const { pool } of [older, target]) {
      for (const table of ['boards', 'pinners', 'pins']) await pool.query(`update ${table} set added_at = 'epoch'`);
    }
    expect(await siteChecksums(target.pool)).toEqual(await siteChecksums(older.pool));
  });
});
