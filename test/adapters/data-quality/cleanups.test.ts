import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadModel } from '#domain/catalog/read-model';
import { occurrenceIn } from '#domain/catalog/keywords/best-match';
import { variants } from '#domain/catalog/variants';
import { CatalogBusy } from '#domain/data-quality/cleanups';
import type { Cleanup } from '#domain/data-quality/contract';
import type { CatalogQuality } from '#domain/data-quality/catalog-quality';
import { type WriteLockOptions, WriterScope } from '#domain/jobs/write-lock';
import { ImportCatalog } from '#server/catalog/import/import-catalog';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { ListEngine } from '#server/catalog/postgres/lists/list-engine';
import { resolveListOrder } from '#server/catalog/postgres/lists/list-order';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readConfig } from '#server/config/config';
import { CleanCatalog } from '#server/data-quality/clean-catalog';
import { Cleanups } from '#server/data-quality/postgres/cleanups';
import { PostgresWriteLock } from '#server/jobs/postgres/advisory-locks';
import { useTestDatabase } from '../../support/database/test-database';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import { importSettings, rowsOfFile, silentObserver } from '../../support/database/import-fixture';
import { userActor } from '../../support/fakes/audit';
import { FakeWriteLock } from '../../support/fakes/write-lock';

const neverCrawled = (entityType: Cleanup['entity_type']): Cleanup => ({ entity_type: entityType, issue_type: 'never_crawled' });
const clock = { now: () => new Date('2026-08-23T12:00:00Z') };
const keptDays = { REMOVED_ROWS_DAYS: 30 };
let invalidations = 0;
const quality = { invalidateScans: () => void invalidations++ } as CatalogQuality;

const database = useTestDatabase('each');
let userId: string;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corklight-cleanups-'));
  userId = await insertAdmin('admin@people.test');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const queryRows = async (sql: string, values: unknown[] = []) => (await database.pool.query<Record<string, unknown>>(sql, values)).rows;
const queryRow = async (sql: string, values: unknown[] = []) => (await queryRows(sql, values))[0];

async function insertAdmin(email: string): Promise<string> {
  const rows = await queryRows(
    'insert into users (id, email, role_id, is_confirmed, created_at) values ($1, $2, 1, true, now()) returning id',
    [randomUUID(), email],
  );
  return String(rows[0]?.['id']);
}

/** A cleanup as an instance of the server runs it. A list with at least `orderedListsFrom` rows has a read model. */
function createCleanup(batchRows = 10, orderedListsFrom = 1): { cleaning: CleanCatalog; cleanups: Cleanups; writeLock: PostgresWriteLock } {
  const cleanups = new Cleanups(database.postgres, keptDays);
  cleanups.batchRows = batchRows;
  const writeLock = new PostgresWriteLock(database.postgres);
  const lists = new PostgresReadModel(database.postgres, readConfig({ NODE_ENV: 'test', ORDERED_LISTS_FROM: String(orderedListsFrom) }));
  return { cleaning: new CleanCatalog(cleanups, lists, quality, writeLock, clock), cleanups, writeLock };
}

const scope = new WriterScope();
const batchOf = (id: number, cleanup: Cleanup) => ({ id, cleanup, afterId: '', now: clock.now() });
/** Begins the cleanup of boards that were never crawled, as a server does that is killed after the first batch. */
async function removeFirstBatch(cleanups: Cleanups): Promise<void> {
  const { id } = await cleanups.begin(userActor(userId), neverCrawled('board'), Infinity, clock.now());
  await cleanups.removeBatch(scope, batchOf(id, neverCrawled('board')));
}
/** Makes an interrupted cleanup one that is finished by itself. */
const passThreeMinutes = () => database.pool.query(`update cleanups set active_at = active_at - interval '3 minutes'`);
const boardTotals = () => queryRow(`select total, (known ->> 'follower_count')::int known from catalog_stats where variant = 'boards'`);
const series = { at: [1], follower_count: [0], saves: [0] };

/** Inserts boards that were never crawled, and three without issues. */
async function insertBoards(uncrawled: number): Promise<void> {
  await insertUncrawled('n', uncrawled);
  for (let index = 0; index < 3; index++)
    await insertEntity(database.pool, 'boards', { _id: `s${index}`, follower_count: 5, series, momentum: 1 });
  await updateCatalogStats(database.pool);
}
const insertUncrawled = (prefix: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      insertEntity(database.pool, 'boards', { _id: `${prefix}${String(index).padStart(3, '0')}`, last_crawled_at: null }),
    ),
  );

describe('a cleanup', () => {
  it('deletes matching entities with all of their data, in several batches, and records who deleted what and how many', async () => {
    await insertBoards(25);
    await insertEntity(database.pool, 'boards', { _id: 'n-scored', last_crawled_at: null, series, momentum: 4 });
    expect(await createCleanup().cleaning.cleanUp(userActor(userId), neverCrawled('board'))).toBe(26);
    for (const table of ['boards', 'board_metrics', 'board_histories', 'board_scores']) {
      expect((await queryRows(`select _id from ${table} order by 1`)).map((row) => row['_id'])).toEqual(['s0', 's1', 's2']);
    }
    expect(await new Cleanups(database.postgres, keptDays).listNewest(100)).toEqual([
      {
        id: 1,
        email: 'admin@people.test',
        entity_type: 'board',
        issue_type: 'never_crawled',
        matched: 26,
        deleted: 26,
        started_at: clock.now().toISOString(),
        finished_at: clock.now().toISOString(),
        kept: 26,
        kept_until: '2026-09-22T12:00:00.000Z',
      },
    ]);
  });

  it.each([1, 1_000_000])('leaves lists and totals right (lists have a read model from %s rows)', async (ordered) => {
    await insertBoards(12);
    await insertEntity(database.pool, 'boards', { _id: 'gone', follower_count: 50, searchable: false });
    await updateCatalogStats(database.pool);
    const { cleaning } = createCleanup(5, ordered);
    await new PostgresReadModel(database.postgres, readConfig({ NODE_ENV: 'test', ORDERED_LISTS_FROM: String(ordered) })).rebuild(scope);
    expect(await cleaning.cleanUp(userActor(userId), neverCrawled('board'))).toBe(12);
    expect(await cleaning.cleanUp(userActor(userId), { entity_type: 'board', issue_type: 'not_searchable' })).toBe(1);
    const lists = new ListEngine(database.pool);
    for (const sort of ['desc', 'asc'] as const) {
      const page = await lists.findPage('boards', { order: resolveListOrder('boards', 'follower_count'), sort, offset: 0, limit: 10 });
      expect({ sort, total: page.total, ids: [...page.ids].toSorted() }).toEqual({ sort, total: 3, ids: ['s0', 's1', 's2'] });
    }
    expect(await boardTotals()).toEqual({ total: 3, known: 3 });
  });

  it('updates the totals of live lists with every batch, also when it is interrupted', async () => {
    await insertBoards(7);
    await insertEntity(database.pool, 'boards', { _id: 'zero', follower_count: 0 });
    await updateCatalogStats(database.pool);
    const { cleanups } = createCleanup(5);
    const { id } = await cleanups.begin(userActor(userId), neverCrawled('board'), Infinity, clock.now());
    expect(await cleanups.removeBatch(scope, batchOf(id, neverCrawled('board')))).toEqual({ removed: 5, next: 'n004' });
    expect(await boardTotals()).toEqual({ total: 6, known: 4 });
    const zeros = { entity_type: 'board', issue_type: 'all_zero' } as const;
    const second = await cleanups.begin(userActor(userId), zeros, Infinity, clock.now());
    expect(second).toMatchObject({ hasLeftovers: false });
    expect(await cleanups.removeBatch(scope, batchOf(second.id, zeros))).toEqual({ removed: 1, next: null });
    expect(await boardTotals()).toEqual({ total: 5, known: 3 });
  });

  it('keeps the boards and pins of a deleted pinner, with its username as text and as a search term', async () => {
    await insertEntity(database.pool, 'pinners', { _id: 'p1', username: 'fernmaker', last_crawled_at: null });
    await insertEntity(database.pool, 'pinners', { _id: 'p2', username: 'kilnmaker' });
    await insertEntity(database.pool, 'boards', { _id: 'b1', pinner_id: 'p1', name: 'Ferns' });
    await insertEntity(database.pool, 'pins', { _id: 'x1', pinner_id: 'p1', pinner_username: 'as_it_was' });
    await insertEntity(database.pool, 'pins', { _id: 'x2', pinner_id: 'p2', pinner_username: 'kilnmaker' });
    await updateCatalogStats(database.pool);
    const versions = () => Promise.all(variants.map((variant) => new ListEngine(database.pool).currentVersion(variant)));
    const before = await versions();
    expect(await createCleanup().cleaning.cleanUp(userActor(userId), neverCrawled('pinner'))).toBe(1);
    // Cached pages link to the pinner.
    expect((await versions()).map((version, list) => version === before[list])).toEqual([false, false, false]);
    expect(await queryRow(`select pinner_id, pinner_username, 'fernmak' = any(terms) found from boards`)).toEqual({
      pinner_id: null,
      pinner_username: 'fernmaker',
      found: true,
    });
    const { rows: occurrences } = await database.pool.query<{ occurrence: number }>(
      `select term_occurrences[array_position(terms, 'fernmak')] occurrence from boards`,
    );
    expect(occurrences).toEqual([{ occurrence: occurrenceIn('owner', 0) }]);
    expect(await queryRows('select pinner_id, pinner_username from pins order by _id')).toEqual([
      { pinner_id: null, pinner_username: 'as_it_was' },
      { pinner_id: 'p2', pinner_username: 'kilnmaker' },
    ]);
  });

  it('deletes nothing the second time, and does not rebuild the list', async () => {
    await insertBoards(3);
    const { cleaning } = createCleanup();
    expect(await cleaning.cleanUp(userActor(userId), neverCrawled('board'))).toBe(3);
    await database.pool.query('update catalog_stats set ordered_at = null');
    expect(await cleaning.cleanUp(userActor(userId), neverCrawled('board'))).toBe(0);
    expect(await queryRow('select count(ordered_at)::int rebuilt from catalog_stats')).toEqual({ rebuilt: 0 });
    expect(
      (await queryRows('select matched, deleted from cleanups order by id')).map(({ matched, deleted }) => [matched, deleted]),
    ).toEqual([
      [3, 3],
      [0, 0],
    ]);
  });
});

describe('concurrent and interrupted cleanups', () => {
  it('delete every row once when two of the same kind run at the same time', async () => {
    await insertBoards(64);
    const other = await insertAdmin('other@people.test');
    const deleted = await Promise.all([
      createCleanup(4).cleaning.cleanUp(userActor(userId), neverCrawled('board')),
      createCleanup(4).cleaning.cleanUp(userActor(other), neverCrawled('board')),
    ]);
    expect(deleted[0] + deleted[1]).toBe(64);
    expect(await queryRow('select count(*)::int boards from boards')).toEqual({ boards: 3 });
    expect(await queryRow('select sum(deleted)::int deleted, bool_and(finished_at is not null) finished from cleanups')).toEqual({
      deleted: 64,
      finished: true,
    });
  });

  it('let an import run between two batches, and keep the rows that it revives', async () => {
    await insertBoards(20);
    const { cleaning, writeLock } = createCleanup(10);
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query(`select from boards where _id = 'n009' for update`);
    const cleaned = cleaning.cleanUp(userActor(userId), neverCrawled('board'));
    await waitForRowLockWaiter('boards');
    // The first batch holds the write lock and waits for a row; the import waits for the lock.
    const path = join(folder, 'boards.ndjson');
    await writeFile(path, ['n001', 'n010', 'n014'].map((_id) => `${JSON.stringify({ _id, name: 'Back', follower_count: 3 })}\n`).join(''));
    const source = await rowsOfFile(path, 'boards');
    const importer = new ImportCatalog(new PostgresImportRuns(database.pool), clock, writeLock, async () => undefined);
    let imported: Promise<unknown> | undefined;
    await new Promise<void>((resolve) => {
      imported = importer.importSource(source, importSettings('boards'), { ...silentObserver, onWait: resolve });
    });
    await waitForAdvisoryLockWaiter();
    await holder.query('commit');
    holder.release();
    expect(await imported).toMatchObject({ outcome: 'applied', inserted: 1, updated: 2 });
    expect(await cleaned).toBe(18);
    const remainingIds = (await queryRows('select _id, follower_count from boards join board_metrics using (_id) order by 1')).map((row) =>
      Object.values(row),
    );
    expect(remainingIds).toEqual([
      ['n001', 3],
      ['n010', 3],
      ['n014', 3],
      ['s0', 5],
      ['s1', 5],
      ['s2', 5],
    ]);
    for (const table of ['board_metrics', 'board_histories', 'board_scores']) {
      expect(await queryRows(`select _id from ${table} where _id not in (select _id from boards)`)).toEqual([]);
    }
    expect(await queryRow('select matched, deleted from cleanups')).toEqual({ matched: 20, deleted: 18 });
    expect(await boardTotals()).toEqual({ total: 6, known: 6 });
  });

  it('leave a half applied import no references to what they removed', async () => {
    const importPins = async (pins: readonly object[]) => {
      const path = join(folder, 'pins.ndjson');
      await writeFile(path, pins.map((pin) => `${JSON.stringify(pin)}\n`).join(''));
      const importer = new ImportCatalog(new PostgresImportRuns(database.pool), clock, new FakeWriteLock(), async () => undefined);
      return importer.importSource(await rowsOfFile(path, 'pins'), importSettings('pins', { batchLines: 1 }), silentObserver);
    };
    await importPins([{ _id: 'x1', pinner_id: 'p1' }]);
    await database.pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
      create trigger fail before insert on pins for each row when (new._id = 'x2') execute function fail()`);
    const next = [{ _id: 'x2', pinner_id: 'p1' }];
    await expect(importPins(next)).rejects.toThrow('killed');
    await database.pool.query('drop function fail cascade');
    expect(await createCleanup().cleaning.cleanUp(userActor(userId), neverCrawled('pinner'))).toBe(1);
    expect(await importPins(next)).toMatchObject({ outcome: 'applied', inserted: 2 });
    expect(
      await queryRows(
        'select p._id, p.pinner_id, o._id is not null known from pins p left join pinners o on o._id = p.pinner_id order by 1',
      ),
    ).toEqual([
      { _id: 'x1', pinner_id: null, known: false },
      { _id: 'x2', pinner_id: 'p1', known: true },
    ]);
  });

  it('count what a running batch removes once when they are confirmed again', async () => {
    await insertBoards(12);
    const { cleanups } = createCleanup(5);
    const { id } = await cleanups.begin(userActor(userId), neverCrawled('board'), Infinity, clock.now());
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query(`select from catalog_stats where variant = 'boards' for update`);
    const batch = cleanups.removeBatch(scope, batchOf(id, neverCrawled('board')));
    await waitForRowLockWaiter('catalog_stats');
    const confirmed = cleanups.begin(userActor(userId), neverCrawled('board'), Infinity, clock.now());
    await waitForRowLockWaiter('cleanups');
    await holder.query('commit');
    holder.release();
    await Promise.all([batch, confirmed]);
    expect(await queryRow('select matched, deleted from cleanups')).toEqual({ matched: 12, deleted: 5 });
  });

  it('check a row again that was changed while they waited for it', async () => {
    await insertBoards(5);
    await insertEntity(database.pool, 'boards', { _id: 'zero', follower_count: 0 });
    const { cleaning } = createCleanup();
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query(`update board_metrics set last_crawled_at = now() where _id = 'n002'`);
    const cleaned = cleaning.cleanUp(userActor(userId), neverCrawled('board'));
    await waitForRowLockWaiter('board_metrics');
    await holder.query('commit');
    expect(await cleaned).toBe(4);
    await holder.query('begin');
    await holder.query(`update board_metrics set follower_count = 8 where _id = 'zero'`);
    const zeros = cleaning.cleanUp(userActor(userId), { entity_type: 'board', issue_type: 'all_zero' });
    await waitForRowLockWaiter('board_metrics');
    await holder.query('commit');
    holder.release();
    expect(await zeros).toBe(0);
    expect((await queryRows('select _id from boards order by 1')).map((row) => row['_id'])).toEqual(['n002', 's0', 's1', 's2', 'zero']);
  });

  it('resume after an interruption, and rebuild the list even if nothing is left to delete', async () => {
    await insertBoards(20);
    const { cleaning, cleanups } = createCleanup(20, 1_000_000);
    await removeFirstBatch(cleanups);
    expect(await queryRow('select deleted, finished_at from cleanups')).toEqual({ deleted: 20, finished_at: null });
    await database.pool.query(`update catalog_stats set ordered_at = null`);
    expect(await cleaning.cleanUp(userActor(userId), neverCrawled('board'))).toBe(0);
    expect(await queryRows('select matched, deleted, finished_at is not null finished from cleanups')).toEqual([
      { matched: 20, deleted: 20, finished: true },
    ]);
    expect(await queryRow(`select ordered_at is not null refreshed from catalog_stats where variant = 'boards'`)).toEqual({
      refreshed: true,
    });
  });

  it('of another administrator get their own audit row and finish the interrupted one', async () => {
    await insertBoards(20);
    const { cleaning, cleanups } = createCleanup(15);
    await removeFirstBatch(cleanups);
    expect(await cleaning.cleanUp(userActor(await insertAdmin('second@people.test')), neverCrawled('board'))).toBe(5);
    expect(
      (await new Cleanups(database.postgres, keptDays).listNewest(9)).map(({ email, deleted, finished_at }) => [
        email,
        deleted,
        finished_at !== null,
      ]),
    ).toEqual([
      ['second@people.test', 5, true],
      ['admin@people.test', 15, true],
    ]);
    await database.pool.query('delete from users where id = $1', [userId]);
    expect((await new Cleanups(database.postgres, keptDays).listNewest(9)).map(({ email }) => email)).toEqual(['second@people.test', null]);
  });

  it('fail when another writer does not finish in time, delete nothing, and continue by themselves once it is free', async () => {
    await insertBoards(2);
    const { cleanups, cleaning } = createCleanup();
    const busyLock = {
      runAsWriter: async (_: unknown, { onWait }: WriteLockOptions) => {
        onWait?.();
        throw new Error('asked to wait');
      },
    } as unknown as PostgresWriteLock;
    const lists = { rebuild: async () => undefined } as unknown as ReadModel;
    const blocked = new CleanCatalog(cleanups, lists, quality, busyLock, clock);
    blocked.lockTimeoutMs = 0;
    const before = invalidations;
    await expect(blocked.cleanUp(userActor(userId), neverCrawled('board'))).rejects.toThrow(CatalogBusy);
    // What was scanned before a cleanup is not used after it, even when it fails.
    expect(invalidations).toBe(before + 1);
    expect(await queryRow('select count(*)::int boards from boards')).toEqual({ boards: 5 });
    await passThreeMinutes();
    expect([await blocked.resumeInterrupted(), await cleaning.resumeInterrupted()]).toEqual([0, 2]);
  });

  it('are finished by themselves after two minutes, without entities that came later', async () => {
    await insertBoards(20);
    const { cleaning, cleanups } = createCleanup(15);
    await removeFirstBatch(cleanups);
    await insertEntity(database.pool, 'boards', { _id: 'z-later', last_crawled_at: null });
    const resumeAfter = async (seconds: number) => {
      await database.pool.query(`update cleanups set active_at = $1::timestamptz - interval '1 second' * $2`, [clock.now(), seconds]);
      return cleaning.resumeInterrupted();
    };
    expect([await resumeAfter(119), await resumeAfter(121), await resumeAfter(121)]).toEqual([0, 5, 0]);
    expect((await queryRows('select _id from boards order by 1')).map((row) => row['_id'])).toEqual(['s0', 's1', 's2', 'z-later']);
    expect(await queryRow('select matched, deleted, finished_at from cleanups')).toEqual({
      matched: 20,
      deleted: 20,
      finished_at: clock.now(),
    });
  });

  it('are finished with all entities that were confirmed when they were started again', async () => {
    await insertBoards(20);
    const { cleaning, cleanups } = createCleanup(15);
    const confirm = () => cleanups.begin(userActor(userId), neverCrawled('board'), Infinity, clock.now());
    const { id } = await confirm();
    await cleanups.removeBatch(scope, batchOf(id, neverCrawled('board')));
    await insertUncrawled('z-later', 30);
    expect(await confirm()).toEqual({ id, hasLeftovers: true });
    await cleanups.removeBatch(scope, batchOf(id, neverCrawled('board')));
    await passThreeMinutes();
    expect(await cleaning.resumeInterrupted()).toBe(20);
    expect(await queryRow('select matched, deleted from cleanups')).toEqual({ matched: 50, deleted: 50 });
  });

  it('remove none that came later when two servers finish them, or two of them were interrupted', async () => {
    await insertBoards(20);
    const { cleaning, cleanups } = createCleanup(15);
    await removeFirstBatch(cleanups);
    await cleanups.begin(userActor(await insertAdmin('second@people.test')), neverCrawled('board'), Infinity, clock.now());
    await insertUncrawled('z-later', 10);
    await passThreeMinutes();
    const removed = await Promise.all([cleaning.resumeInterrupted(), createCleanup(15).cleaning.resumeInterrupted()]);
    expect(removed.toSorted()).toEqual([0, 5]);
    expect(await queryRow(`select count(*)::int later from boards where _id like 'z-later%'`)).toEqual({ later: 10 });
    expect(await queryRows('select matched, deleted, finished_at is not null finished from cleanups order by id')).toEqual([
      { matched: 20, deleted: 15, finished: true },
      { matched: 5, deleted: 5, finished: true },
    ]);
  });
});

/** Waits until a statement waits for a row of this table. */
async function waitForRowLockWaiter(table: string): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and wait_event in ('transactionid', 'tuple') and query like '%' || $1 || '%'`;
  while ((await queryRows(waiting, [table])).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Waits until someone waits for the catalog's write lock. */
async function waitForAdvisoryLockWaiter(): Promise<void> {
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`;
  while ((await queryRows(waiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}
