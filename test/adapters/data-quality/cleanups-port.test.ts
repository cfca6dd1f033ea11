import { randomUUID } from 'node:crypto';
import type { Cleanup } from '#domain/data-quality/contract';
import { WriterScope } from '#domain/jobs/write-lock';
import { PostgresCleanups } from '#server/data-quality/postgres/cleanups';
import { Postgres } from '#server/database/postgres';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { userActor } from '../../support/fakes/audit';

interface CleanupUser {
  readonly id: string;
  readonly email: string;
}

const scope = new WriterScope();
const STARTED_AT = new Date('2026-08-23T12:00:00Z');
const REMOVED_AT = new Date('2026-08-23T12:00:03Z');
const FINISHED_AT = new Date('2026-08-23T12:00:05Z');
const neverCrawled: Cleanup = { entity_type: 'board', issue_type: 'never_crawled' };
const batch = (id: number, afterId = '', maxRows = Infinity) => ({ id, cleanup: neverCrawled, afterId, maxRows, now: REMOVED_AT });

let database: TestDatabase;
let postgres: Postgres;
let cleanups: PostgresCleanups;
let users: readonly [CleanupUser, CleanupUser];
beforeEach(async () => {
  database = await createTestDatabase();
  postgres = new Postgres(database.url);
  cleanups = new PostgresCleanups(postgres, { REMOVED_ROWS_DAYS: 30 });
  cleanups.batchRows = 2;
  users = [await insertUser('first@people.test'), await insertUser('second@people.test')];
  const insertBoard = (_id: string, more: object = {}) => insertEntity(database.pool, 'boards', { _id, follower_count: 5, ...more });
  for (const id of ['n1', 'n2', 'n3']) await insertBoard(id, { last_crawled_at: null });
  await insertBoard('s1');
  await insertBoard('gone', { searchable: false });
  await updateCatalogStats(database.pool);
});
afterEach(async () => {
  await postgres.close();
  await database.close();
});

async function insertUser(email: string): Promise<CleanupUser> {
  const id = randomUUID();
  await database.pool.query('insert into users (id, email, role_id, is_confirmed, created_at) values ($1, $2, 1, true, now())', [
    id,
    email,
  ]);
  return { id, email };
}

describe('cleanups in Postgres', () => {
  const remainingBoards = async () =>
    (await database.pool.query<{ _id: string }>('select _id from boards order by 1')).rows.map(({ _id }) => _id);

  it('delete matching entities batch by batch and record what they did', async () => {
    const [{ id: userId, email }] = users;
    const { id, hasLeftovers } = await cleanups.begin(userActor(userId), neverCrawled, STARTED_AT);
    expect(hasLeftovers).toBe(false);
    expect(await cleanups.removeBatch(scope, batch(id))).toEqual({ removed: 2, next: 'n2' });
    expect(await cleanups.removeBatch(scope, batch(id, 'n2'))).toEqual({ removed: 1, next: null });
    await cleanups.finish(scope, id, FINISHED_AT);
    expect(await remainingBoards()).toEqual(['gone', 's1']);
    const times = { started_at: STARTED_AT.toISOString(), finished_at: FINISHED_AT.toISOString() };
    expect(await cleanups.listNewest(10)).toEqual([
      { id, email, ...neverCrawled, matched: 3, deleted: 3, ...times, kept: 3, kept_until: '2026-09-22T12:00:03.000Z' },
    ]);
  });

  it('count what matches, and delete no more than they are allowed to', async () => {
    const [user] = users;
    expect(await cleanups.countMatching(neverCrawled)).toBe(3);
    const { id } = await cleanups.begin(userActor(user.id), neverCrawled, STARTED_AT);
    expect(await cleanups.removeBatch(scope, batch(id, '', 1))).toEqual({ removed: 1, next: 'n1' });
    expect(await cleanups.countMatching(neverCrawled)).toBe(2);
  });

  it('resume the open cleanup of the same user and kind', async () => {
    const [user] = users;
    const { id } = await cleanups.begin(userActor(user.id), neverCrawled, STARTED_AT);
    await cleanups.removeBatch(scope, batch(id));
    expect(await cleanups.begin(userActor(user.id), neverCrawled, FINISHED_AT)).toEqual({ id, hasLeftovers: true });
    const otherKind: Cleanup = { entity_type: 'board', issue_type: 'not_searchable' };
    expect((await cleanups.begin(userActor(user.id), otherKind, FINISHED_AT)).hasLeftovers).toBe(false);
  });

  it('are interrupted when they have removed nothing since a time, and unfinished until then', async () => {
    const [user] = users;
    const { id } = await cleanups.begin(userActor(user.id), neverCrawled, STARTED_AT);
    await cleanups.removeBatch(scope, batch(id, '', 1));
    expect(await cleanups.listInterrupted(REMOVED_AT)).toEqual([]);
    expect(await cleanups.listInterrupted(FINISHED_AT)).toEqual([{ id, cleanup: neverCrawled, remaining: 2 }]);
    expect(await cleanups.listUnfinished('never_crawled')).toMatchObject([{ id, deleted: 1 }]);
    expect(await cleanups.listUnfinished('all_zero')).toEqual([]);
    await cleanups.finish(scope, id, FINISHED_AT);
    expect(await cleanups.listInterrupted(FINISHED_AT)).toEqual([]);
    expect(await cleanups.listUnfinished('never_crawled')).toEqual([]);
  });

  it('finish the interrupted cleanups of other users with their own', async () => {
    const [first, second] = users;
    await cleanups.begin(userActor(first.id), neverCrawled, STARTED_AT);
    const { id, hasLeftovers } = await cleanups.begin(userActor(second.id), neverCrawled, STARTED_AT);
    expect(hasLeftovers).toBe(true);
    await cleanups.finish(scope, id, FINISHED_AT);
    const newest = await cleanups.listNewest(10);
    expect(newest.map(({ email, finished_at }) => [email, finished_at !== null])).toEqual([
      [second.email, true],
      [first.email, true],
    ]);
    expect(await cleanups.listNewest(1)).toHaveLength(1);
  });
});
