import { WriterScope } from '#domain/jobs/write-lock';
import type { CleanupAudit, Cleanups } from '#domain/data-quality/cleanups';
import type { Cleanup } from '#domain/data-quality/contract';
import type { CleanableEntity } from '../fakes/cleanups';

export interface OpenCleanups {
  /** Cleanups that delete two entities per batch. */
  readonly cleanups: Cleanups;
  readonly audit: CleanupAudit;
  /** Two users. */
  readonly users: readonly [CleanupUser, CleanupUser];
  readonly addEntities: (entities: readonly CleanableEntity[]) => Promise<void>;
  readonly remainingBoards: () => Promise<readonly string[]>;
}

export interface CleanupUser {
  readonly id: string;
  readonly email: string;
}

const scope = new WriterScope();
const STARTED_AT = new Date('2026-08-23T12:00:00Z');
const FINISHED_AT = new Date('2026-08-23T12:00:05Z');
const neverCrawled: Cleanup = { entity_type: 'board', issue_type: 'never_crawled' };
const board = (_id: string, ...issues: Cleanup['issue_type'][]): CleanableEntity => ({ entity_type: 'board', _id, issues });

/** What all cleanups and their audit do. */
export function describeCleanups(open: () => Promise<OpenCleanups>): void {
  let opened: OpenCleanups;
  let cleanups: Cleanups;
  beforeEach(async () => {
    opened = await open();
    ({ cleanups } = opened);
    const uncrawled = ['n1', 'n2', 'n3'].map((id) => board(id, 'never_crawled'));
    await opened.addEntities([...uncrawled, board('s1'), board('gone', 'not_searchable')]);
  });

  it('delete matching entities batch by batch and record what they did', async () => {
    const [{ id: userId, email }] = opened.users;
    const { id, hasLeftovers } = await cleanups.begin(scope, userId, neverCrawled, STARTED_AT);
    expect(hasLeftovers).toBe(false);
    expect(await cleanups.removeBatch(scope, id, neverCrawled, '', Infinity)).toEqual({ removed: 2, next: 'n2' });
    expect(await cleanups.removeBatch(scope, id, neverCrawled, 'n2', Infinity)).toEqual({ removed: 1, next: null });
    await cleanups.finish(scope, id, FINISHED_AT);
    expect(await opened.remainingBoards()).toEqual(['gone', 's1']);
    const times = { started_at: STARTED_AT.toISOString(), finished_at: FINISHED_AT.toISOString() };
    expect(await opened.audit.listNewest(10)).toEqual([{ id, email, ...neverCrawled, matched: 3, deleted: 3, ...times }]);
  });

  it('count what matches, and delete no more than they are allowed to', async () => {
    const [user] = opened.users;
    expect(await cleanups.countMatching(scope, neverCrawled)).toBe(3);
    const { id } = await cleanups.begin(scope, user.id, neverCrawled, STARTED_AT);
    expect(await cleanups.removeBatch(scope, id, neverCrawled, '', 1)).toEqual({ removed: 1, next: 'n1' });
    expect(await cleanups.countMatching(scope, neverCrawled)).toBe(2);
  });

  it('resume the open cleanup of the same user and kind', async () => {
    const [user] = opened.users;
    const { id } = await cleanups.begin(scope, user.id, neverCrawled, STARTED_AT);
    await cleanups.removeBatch(scope, id, neverCrawled, '', Infinity);
    expect(await cleanups.begin(scope, user.id, neverCrawled, FINISHED_AT)).toEqual({ id, hasLeftovers: true });
    const otherKind: Cleanup = { entity_type: 'board', issue_type: 'not_searchable' };
    expect((await cleanups.begin(scope, user.id, otherKind, FINISHED_AT)).hasLeftovers).toBe(false);
  });

  it('finish the interrupted cleanups of other users with their own', async () => {
    const [first, second] = opened.users;
    await cleanups.begin(scope, first.id, neverCrawled, STARTED_AT);
    const { id, hasLeftovers } = await cleanups.begin(scope, second.id, neverCrawled, STARTED_AT);
    expect(hasLeftovers).toBe(true);
    await cleanups.finish(scope, id, FINISHED_AT);
    const newest = await opened.audit.listNewest(10);
    expect(newest.map(({ email, finished_at }) => [email, finished_at !== null])).toEqual([
      [second.email, true],
      [first.email, true],
    ]);
    expect(await opened.audit.listNewest(1)).toHaveLength(1);
  });
}
