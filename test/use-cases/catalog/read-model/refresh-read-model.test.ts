import { LockScope } from '#domain/jobs/lock-scope';
import { RefreshReadModel } from '#server/catalog/read-model/refresh-read-model';
import { FakeReadModel } from '../../../support/fakes/read-model';
import { FakeWriteLock } from '../../../support/fakes/write-lock';

function createRefresh() {
  const [readModel, writeLock] = [new FakeReadModel(), new FakeWriteLock()];
  return { readModel, writeLock, refresh: new RefreshReadModel(readModel, writeLock) };
}

describe('refreshing the read model', () => {
  it('rebuilds stale lists under the write lock', async () => {
    const { readModel, writeLock, refresh } = createRefresh();
    readModel.stale = ['boards', 'pins'];
    expect(await refresh.rebuildStale(new LockScope())).toEqual(['boards', 'pins']);
    expect(readModel.rebuilt).toEqual([['boards', 'pins']]);
    expect(writeLock.writers).toBe(1);
    expect(await refresh.rebuildStale(new LockScope())).toEqual([]);
  });

  it('does not take the lock while no list is stale', async () => {
    const { writeLock, refresh } = createRefresh();
    expect(await refresh.rebuildStale(new LockScope())).toEqual([]);
    expect(writeLock.writers).toBe(0);
  });

  it('rebuilds nothing that another writer has rebuilt while it waited for the lock', async () => {
    const { readModel, writeLock, refresh } = createRefresh();
    readModel.stale = ['boards'];
    writeLock.beforeWork = () => void (readModel.stale = []);
    expect(await refresh.rebuildStale(new LockScope())).toEqual([]);
    expect(readModel.rebuilt).toEqual([]);
  });
});
