import { ReadModel } from '#domain/catalog/read-model';
import type { Variant } from '#domain/catalog/variants';
import { type JobOutcome, Jobs } from '#domain/jobs';
import { RefreshReadModel } from '#server/catalog/read-model/refresh-read-model';

class FakeReadModel extends ReadModel {
  readonly rebuilt: (readonly Variant[])[] = [];
  outdated: readonly Variant[] = [];

  async listStale() {
    return this.outdated;
  }

  async prepareNext(): Promise<void> {
    throw new Error('lists are shown as soon as they are made');
  }

  async rebuild(which: readonly Variant[]): Promise<void> {
    this.rebuilt.push(which);
    this.outdated = [];
  }
}

class FakeJobs extends Jobs {
  writers = 0;
  /** What another writer does before it is our turn. */
  beforeWork = () => undefined as void;

  async runExclusively(): Promise<JobOutcome> {
    throw new Error('every list that is behind is refreshed, however often');
  }

  async runAsWriter<T>(work: () => Promise<T>): Promise<T> {
    this.writers++;
    this.beforeWork();
    return work();
  }
}

function createRefresh() {
  const [lists, jobs] = [new FakeReadModel(), new FakeJobs()];
  return { lists, jobs, refresh: new RefreshReadModel(lists, jobs) };
}

describe('refreshing lists', () => {
  it('makes those anew that are behind, as the only writer', async () => {
    const { lists, jobs, refresh } = createRefresh();
    lists.outdated = ['boards', 'pins'];
    expect(await refresh.rebuildStale()).toEqual(['boards', 'pins']);
    expect(lists.rebuilt).toEqual([['boards', 'pins']]);
    expect(jobs.writers).toBe(1);
    expect(await refresh.rebuildStale()).toEqual([]);
  });

  it('disturbs nobody while none is behind', async () => {
    const { jobs, refresh } = createRefresh();
    expect(await refresh.rebuildStale()).toEqual([]);
    expect(jobs.writers).toBe(0);
  });

  it('leaves to an import what that has refreshed while the turn was waited for', async () => {
    const { lists, jobs, refresh } = createRefresh();
    lists.outdated = ['boards'];
    jobs.beforeWork = () => void (lists.outdated = []);
    expect(await refresh.rebuildStale()).toEqual([]);
    expect(lists.rebuilt).toEqual([]);
  });
});
