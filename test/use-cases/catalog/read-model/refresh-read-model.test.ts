import { ReadModel } from '#domain/catalog/read-model';
import type { Variant } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/catalog/write-lock';
import { LockScope } from '#domain/lock-scope';
import { RefreshReadModel } from '#server/catalog/read-model/refresh-read-model';
import { FakeWriteLock } from '../../../support/fakes/write-lock';

class FakeReadModel extends ReadModel {
  readonly rebuilt: (readonly Variant[])[] = [];
  outdated: readonly Variant[] = [];

  async listStale() {
    return this.outdated;
  }

  async prepareNext(): Promise<void> {
    throw new Error('lists are shown as soon as they are made');
  }

  async rebuild(_scope: WriterScope, which: readonly Variant[]): Promise<void> {
    this.rebuilt.push(which);
    this.outdated = [];
  }
}

function createRefresh() {
  const [lists, writeLock] = [new FakeReadModel(), new FakeWriteLock()];
  return { lists, writeLock, refresh: new RefreshReadModel(lists, writeLock) };
}

describe('refreshing lists', () => {
  it('makes those anew that are behind, as the only writer', async () => {
    const { lists, writeLock, refresh } = createRefresh();
    lists.outdated = ['boards', 'pins'];
    expect(await refresh.rebuildStale(new LockScope())).toEqual(['boards', 'pins']);
    expect(lists.rebuilt).toEqual([['boards', 'pins']]);
    expect(writeLock.writers).toBe(1);
    expect(await refresh.rebuildStale(new LockScope())).toEqual([]);
  });

  it('disturbs nobody while none is behind', async () => {
    const { writeLock, refresh } = createRefresh();
    expect(await refresh.rebuildStale(new LockScope())).toEqual([]);
    expect(writeLock.writers).toBe(0);
  });

  it('leaves to an import what that has refreshed while the turn was waited for', async () => {
    const { lists, writeLock, refresh } = createRefresh();
    lists.outdated = ['boards'];
    writeLock.beforeWork = () => void (lists.outdated = []);
    expect(await refresh.rebuildStale(new LockScope())).toEqual([]);
    expect(lists.rebuilt).toEqual([]);
  });
});
