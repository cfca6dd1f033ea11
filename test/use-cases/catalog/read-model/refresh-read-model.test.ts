import type { ReadModel } from '#domain/catalog/read-model';
import type { Variant } from '#domain/catalog/variants';
import { LockScope } from '#domain/jobs/lock-scope';
import { RefreshReadModel } from '#server/catalog/read-model/refresh-read-model';
import { FakeWriteLock } from '../../../support/fakes/write-lock';

function createRefresh() {
  const lists = { stale: [] as readonly Variant[], rebuilt: [] as unknown[] };
  const readModel: Partial<ReadModel> = {
    listStale: async () => lists.stale,
    rebuild: async (_scope, rebuilt) => {
      lists.rebuilt.push(rebuilt);
      lists.stale = [];
    },
  };
  const writeLock = new FakeWriteLock();
  return { lists, writeLock, refresh: new RefreshReadModel(readModel as ReadModel, writeLock) };
}

describe('refreshing the read model', () => {
  it('rebuilds stale lists under the write lock', async () => {
    const { lists, writeLock, refresh } = createRefresh();
    lists.stale = ['boards', 'pins'];
    expect(await refresh.rebuildStale(new LockScope())).toEqual(['boards', 'pins']);
    expect(lists.rebuilt).toEqual([['boards', 'pins']]);
    expect(writeLock.writers).toBe(1);
    expect(await refresh.rebuildStale(new LockScope())).toEqual([]);
  });

  it('does not take the lock while no list is stale', async () => {
    const { writeLock, refresh } = createRefresh();
    expect(await refresh.rebuildStale(new LockScope())).toEqual([]);
    expect(writeLock.writers).toBe(0);
  });

  it('rebuilds nothing that another writer has rebuilt while it waited for the lock', async () => {
    const { lists, writeLock, refresh } = createRefresh();
    lists.stale = ['boards'];
    writeLock.beforeWork = () => void (lists.stale = []);
    expect(await refresh.rebuildStale(new LockScope())).toEqual([]);
    expect(lists.rebuilt).toEqual([]);
  });
});
