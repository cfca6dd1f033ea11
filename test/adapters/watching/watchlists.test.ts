import { Conflict } from '#domain/errors';
import { freeWatchLimits, premiumWatchLimits } from '#domain/watching/watch-limits';
import { DEFAULT_LIST, WatchLimitReached } from '#domain/watching/watchlists';
import { Watchlists } from '#server/watching/typeorm/watchlists';
import { useTypeormDatabase } from '../../support/database/typeorm-database';

const now = new Date('2026-11-21T12:00:00Z');

const database = useTypeormDatabase();
let watchlists: Watchlists;
let ana: string;
beforeAll(async () => {
  watchlists = new Watchlists(database.dataSource);
});
beforeEach(async () => void (ana = await database.insertUser()));

const addItem = (entity_id: string, note = '', limits = freeWatchLimits) =>
  watchlists.addItem(ana, DEFAULT_LIST, { entity: 'board', entity_id, title: 'Board', note, added_value: 7 }, limits, now);

/** How many of several calls were refused because of a limit. */
const countRefused = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter((result) => result.status === 'rejected' && result.reason instanceof WatchLimitReached).length;

describe('watchlists in Postgres', () => {
  it('return an item that is added again, unchanged, also to a full list', async () => {
    const first = await addItem('a');
    expect(await addItem('a', 'later', { ...freeWatchLimits, itemsPerList: 1 })).toEqual(first);
    expect(await watchlists.find(ana, first.watchlist_id)).toMatchObject({ items: [{ note: '' }] });
  });

  it('limit the items of a list under concurrent calls', async () => {
    expect(countRefused(await Promise.allSettled(Array.from({ length: 14 }, (_, index) => addItem(`x${index}`))))).toBe(4);
    expect((await watchlists.listFor(ana)).map(({ items }) => items.length)).toEqual([10]);
  });

  it('limit the lists of a user under concurrent calls', async () => {
    const create = (index: number) => watchlists.create(ana, `List ${index}`, premiumWatchLimits, now);
    expect(countRefused(await Promise.allSettled(Array.from({ length: 23 }, (_, index) => create(index))))).toBe(3);
    expect(await watchlists.listFor(ana)).toHaveLength(20);
  });

  it('are not renamed to a name that the user has', async () => {
    const [first] = [
      await watchlists.create(ana, 'First', premiumWatchLimits, now),
      await watchlists.create(ana, 'Second', premiumWatchLimits, now),
    ];
    await watchlists.create(await database.insertUser(), 'Third', premiumWatchLimits, now);
    await expect(watchlists.rename(ana, first._id, 'Second')).rejects.toThrow(Conflict);
    await watchlists.rename(ana, first._id, 'Third');
    expect((await watchlists.listFor(ana)).map(({ name }) => name)).toEqual(expect.arrayContaining(['Third', 'Second']));
  });
});
