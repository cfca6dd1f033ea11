import { OrderedLists } from '#domain/catalog/ordered-lists';
import type { Variant } from '#domain/catalog/variants';
import { type JobOutcome, Jobs } from '#domain/jobs';
import { RefreshLists } from '#server/catalog/refresh-lists';

class FakeLists extends OrderedLists {
  readonly rebuilt: (readonly Variant[])[] = [];
  wanting: readonly Variant[] = [];

  async behind() {
    return this.wanting;
  }

  async prepare(): Promise<void> {
    throw new Error('lists are shown as soon as they are made');
  }

  async rebuild(which: readonly Variant[]): Promise<void> {
    this.rebuilt.push(which);
    this.wanting = [];
  }
}

class FakeJobs extends Jobs {
  writers = 0;
  /** What another writer does before it is our turn. */
  meanwhile = () => undefined as void;

  async exclusively(): Promise<JobOutcome> {
    throw new Error('every list that is behind is refreshed, however often');
  }

  async asWriter<T>(work: () => Promise<T>): Promise<T> {
    this.writers++;
    this.meanwhile();
    return work();
  }
}

function made() {
  const [lists, jobs] = [new FakeLists(), new FakeJobs()];
  return { lists, jobs, refresh: new RefreshLists(lists, jobs) };
}

describe('refreshing lists', () => {
  it('makes those anew that are behind, as the only writer', async () => {
    const { lists, jobs, refresh } = made();
    lists.wanting = ['boards', 'pins'];
    expect(await refresh.run()).toEqual(['boards', 'pins']);
    expect(lists.rebuilt).toEqual([['boards', 'pins']]);
    expect(jobs.writers).toBe(1);
    expect(await refresh.run()).toEqual([]);
  });

  it('disturbs nobody while none is behind', async () => {
    const { jobs, refresh } = made();
    expect(await refresh.run()).toEqual([]);
    expect(jobs.writers).toBe(0);
  });

  it('leaves to an import what that has refreshed while the turn was waited for', async () => {
    const { lists, jobs, refresh } = made();
    lists.wanting = ['boards'];
    jobs.meanwhile = () => void (lists.wanting = []);
    expect(await refresh.run()).toEqual([]);
    expect(lists.rebuilt).toEqual([]);
  });
});
