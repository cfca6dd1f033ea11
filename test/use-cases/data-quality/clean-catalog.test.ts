import { WriteLock, type WriteLockOptions, type WriterScope } from '#domain/jobs/write-lock';
import { CatalogBusy } from '#domain/data-quality/cleanups';
import type { Cleanup } from '#domain/data-quality/contract';
import { CleanCatalog } from '#server/data-quality/clean-catalog';
import { FakeCatalogQuality } from '../../support/fakes/catalog-quality';
import { FakeCleanups } from '../../support/fakes/cleanups';
import { FakeReadModel } from '../../support/fakes/read-model';
import { FakeWriteLock } from '../../support/fakes/write-lock';
import { FixedClock } from '../../support/fixed-clock';
import { userActor } from '../../support/fakes/audit';

const neverCrawled: Cleanup = { entity_type: 'board', issue_type: 'never_crawled' };

/** A write lock that another writer holds for the first few attempts. */
class BusyWriteLock extends WriteLock {
  attempts = 0;

  constructor(private readonly freeAtAttempt: number) {
    super();
  }

  runAsWriter<T>(work: (scope: WriterScope) => Promise<T>, options?: WriteLockOptions): Promise<T> {
    if (++this.attempts < this.freeAtAttempt) options?.onWait?.();
    return new FakeWriteLock().runAsWriter(work);
  }
}

/** A catalog with boards that were never crawled. */
function createCleanup(boardCount: number, writeLock: WriteLock = new FakeWriteLock()) {
  const cleanups = new FakeCleanups();
  for (let index = 0; index < boardCount; index++)
    cleanups.entities.push({ entity_type: 'board', _id: `n${index}`, issues: ['never_crawled'] });
  const readModel = new FakeReadModel();
  const clock = new FixedClock(new Date('2026-08-23T12:00:00Z'));
  const quality = new FakeCatalogQuality();
  return { cleanups, clock, readModel, quality, cleaning: new CleanCatalog(cleanups, readModel, quality, writeLock, clock) };
}

describe('cleaning the catalog', () => {
  it('deletes in batches, each under the write lock, and then rebuilds the list', async () => {
    const writeLock = new FakeWriteLock();
    const { cleaning, cleanups, readModel } = createCleanup(5, writeLock);
    expect(await cleaning.cleanUp(userActor('u'), neverCrawled)).toBe(5);
    expect(cleanups.entities).toEqual([]);
    expect(readModel.rebuilt).toEqual([['boards']]);
    // Three batches of two, and the end.
    expect(writeLock.writers).toBe(4);
    expect(cleanups.records()).toMatchObject([{ matched: 5, deleted: 5, finished_at: '2026-08-23T12:00:00.000Z' }]);
  });

  it('rebuilds nothing when nothing was deleted', async () => {
    const { cleaning, readModel } = createCleanup(0);
    expect(await cleaning.cleanUp(userActor('u'), neverCrawled)).toBe(0);
    expect(readModel.rebuilt).toEqual([]);
  });

  it('continues an interrupted cleanup and rebuilds its list', async () => {
    const { cleaning, cleanups, readModel } = createCleanup(2);
    const removeBatch = cleanups.removeBatch.bind(cleanups);
    cleanups.removeBatch = async (...batch) => {
      await removeBatch(...batch);
      throw new Error('connection lost');
    };
    await expect(cleaning.cleanUp(userActor('u'), neverCrawled)).rejects.toThrow('connection lost');
    cleanups.removeBatch = removeBatch;
    expect(await cleaning.cleanUp(userActor('u'), neverCrawled)).toBe(0);
    expect(readModel.rebuilt).toEqual([['boards']]);
    expect(cleanups.records()).toMatchObject([{ matched: 2, deleted: 2, finished_at: expect.any(String) }]);
  });

  it('finishes an interrupted cleanup by itself after two minutes, without entities that came later', async () => {
    const { cleaning, cleanups, clock, readModel } = createCleanup(5);
    const removeBatch = cleanups.removeBatch.bind(cleanups);
    cleanups.removeBatch = async (...batch) => {
      await removeBatch(...batch);
      throw new Error('server killed');
    };
    await expect(cleaning.cleanUp(userActor('u'), neverCrawled)).rejects.toThrow('server killed');
    cleanups.removeBatch = removeBatch;
    cleanups.entities.push({ entity_type: 'board', _id: 'z-later', issues: ['never_crawled'] });
    clock.time = new Date('2026-08-23T12:01:59Z');
    expect(await cleaning.resumeInterrupted()).toBe(0);
    clock.time = new Date('2026-08-23T12:02:01Z');
    expect(await cleaning.resumeInterrupted()).toBe(3);
    expect(cleanups.entities.map(({ _id }) => _id)).toEqual(['z-later']);
    expect(cleanups.records()).toMatchObject([{ matched: 5, deleted: 5, finished_at: '2026-08-23T12:02:01.000Z' }]);
    expect(readModel.rebuilt).toEqual([['boards']]);
    expect(await cleaning.resumeInterrupted()).toBe(0);
  });

  it('continues a cleanup that found the catalog busy, once it is free', async () => {
    const writeLock = new BusyWriteLock(3);
    const { cleaning, cleanups, clock } = createCleanup(1, writeLock);
    cleaning.lockTimeoutMs = 0;
    await expect(cleaning.cleanUp(userActor('u'), neverCrawled)).rejects.toThrow('The cleanup continues by itself when it is done.');
    clock.time = new Date('2026-08-23T12:03:00Z');
    expect(await cleaning.resumeInterrupted()).toBe(0);
    expect(await cleaning.resumeInterrupted()).toBe(1);
    expect(cleanups.records()).toMatchObject([{ deleted: 1, finished_at: expect.any(String) }]);
  });

  it('discards the latest quality scan, even when it fails', async () => {
    const { cleaning, cleanups, quality } = createCleanup(1);
    const scan = await quality.recentOrNewScan();
    cleanups.finish = () => Promise.reject(new Error('connection lost'));
    await expect(cleaning.cleanUp(userActor('u'), neverCrawled)).rejects.toThrow('connection lost');
    expect(await quality.recentOrNewScan()).not.toBe(scan);
  });

  it('deletes nothing when more match than expected, and records no cleanup', async () => {
    const { cleaning, cleanups } = createCleanup(5);
    await expect(cleaning.cleanUp(userActor('u'), neverCrawled, 4)).rejects.toThrow(
      '5 boards match now, more than expected. They were not removed.',
    );
    expect([cleanups.entities.length, cleanups.records()]).toEqual([5, []]);
    expect(await cleaning.cleanUp(userActor('u'), neverCrawled, 5)).toBe(5);
  });

  it('deletes no more than expected when rows are added meanwhile', async () => {
    const { cleaning, cleanups } = createCleanup(3);
    const removeBatch = cleanups.removeBatch.bind(cleanups);
    cleanups.removeBatch = async (...batch) => {
      cleanups.entities.push({ entity_type: 'board', _id: `later${cleanups.entities.length}`, issues: ['never_crawled'] });
      return removeBatch(...batch);
    };
    expect(await cleaning.cleanUp(userActor('u'), neverCrawled, 3)).toBe(3);
  });

  it('waits for another writer', async () => {
    const { cleaning } = createCleanup(1, new BusyWriteLock(2));
    expect(await cleaning.cleanUp(userActor('u'), neverCrawled)).toBe(1);
  });

  it('fails when another writer does not finish in time, and deletes nothing', async () => {
    const { cleaning, cleanups } = createCleanup(1, new BusyWriteLock(Number.POSITIVE_INFINITY));
    cleaning.lockTimeoutMs = 0;
    await expect(cleaning.cleanUp(userActor('u'), neverCrawled)).rejects.toThrow(CatalogBusy);
    expect(cleanups.entities).toHaveLength(1);
  });
});
