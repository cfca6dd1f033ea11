import { freeWatchLimits, premiumWatchLimits } from '#domain/watching/watch-limits';
import { DEFAULT_LIST, WatchLimitReached, type Watchlists } from '#domain/watching/watchlists';
import { Conflict } from '#domain/errors';
import { dayOf } from '#domain/days';

/** The store of watchlists under test, and the users of its test. */
export interface WatchlistStore {
  readonly watchlists: Watchlists;
  createUser(): Promise<string>;
}

const now = new Date('2026-11-21T12:00:00Z');
const unknownId = '0b1f6f6e-3b0d-4a55-9c1a-0a4a3c1d2e3f';
const itemOf = (entity_id: string, note = '') =>
  ({ entity: 'board', entity_id, title: `Board ${entity_id}`, note, added_on: dayOf(now), added_value: 7 }) as const;

/** The behavior of every implementation of `Watchlists`. */
export function describeWatchlists(name: string, createStore: () => Promise<WatchlistStore>): void {
  describe(name, () => {
    let store: WatchlistStore;
    let ana: string;
    let ben: string;
    beforeEach(async () => {
      store = await createStore();
      [ana, ben] = [await store.createUser(), await store.createUser()];
    });

    const addItem = (user: string, list: string, id: string, limits = freeWatchLimits, at = now) =>
      store.watchlists.addItem(user, list, itemOf(id), limits, at);

    it('creates the default list with its first item, and finds it again', async () => {
      const key = await addItem(ana, DEFAULT_LIST, 'a');
      expect(key).toEqual({ _id: expect.any(String), watchlist_id: expect.any(String), entity: 'board', entity_id: 'a' });
      await addItem(ana, DEFAULT_LIST, 'b', freeWatchLimits, new Date(now.getTime() + 1));
      expect(await store.watchlists.listFor(ana)).toMatchObject([
        { _id: key?.watchlist_id, name: 'Watchlist', items: [{ entity_id: 'b' }, { entity_id: 'a' }] },
      ]);
      expect(await store.watchlists.find(ana, key?.watchlist_id ?? '')).toMatchObject({ items: [itemOf('b'), itemOf('a')] });
      expect(await store.watchlists.listFor(ben)).toEqual([]);
    });

    it('returns an item that is added again, unchanged, also to a full list', async () => {
      const first = await addItem(ana, DEFAULT_LIST, 'a');
      const limits = { ...freeWatchLimits, itemsPerList: 1 };
      expect(await store.watchlists.addItem(ana, DEFAULT_LIST, itemOf('a', 'later'), limits, now)).toEqual(first);
      expect(await store.watchlists.find(ana, first?.watchlist_id ?? '')).toMatchObject({ items: [{ note: '' }] });
    });

    it('limits the items of a list under concurrent calls', async () => {
      const results = await Promise.allSettled(Array.from({ length: 14 }, (_, index) => addItem(ana, DEFAULT_LIST, `x${index}`)));
      const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
      expect(refused.map(({ reason }) => reason instanceof WatchLimitReached)).toEqual([true, true, true, true]);
      expect((await store.watchlists.listFor(ana)).map(({ items }) => items.length)).toEqual([10]);
    });

    it('limits the lists of a user under concurrent calls', async () => {
      const create = (index: number) => store.watchlists.create(ana, `List ${index}`, premiumWatchLimits, now);
      const results = await Promise.allSettled(Array.from({ length: 23 }, (_, index) => create(index)));
      const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
      expect(refused.map(({ reason }) => reason instanceof WatchLimitReached)).toEqual([true, true, true]);
      expect(await store.watchlists.listFor(ana)).toHaveLength(20);
    });

    it('renames and deletes lists, and refuses a name that the user has', async () => {
      const first = await store.watchlists.create(ana, 'First', premiumWatchLimits, now);
      const second = await store.watchlists.create(ana, 'Second', premiumWatchLimits, now);
      await store.watchlists.create(ben, 'First', premiumWatchLimits, now);
      await expect(store.watchlists.create(ana, 'First', premiumWatchLimits, now)).rejects.toThrow(Conflict);
      await expect(store.watchlists.rename(ana, second._id, 'First')).rejects.toThrow(Conflict);
      expect(await store.watchlists.rename(ana, second._id, 'Third')).toBe(true);
      await addItem(ana, first._id, 'a');
      expect(await store.watchlists.remove(ana, first._id)).toBe(true);
      expect((await store.watchlists.listFor(ana)).map((list) => list.name)).toEqual(['Third']);
    });

    it('replaces notes and removes items', async () => {
      const key = await addItem(ana, DEFAULT_LIST, 'a');
      const [list, item] = [key?.watchlist_id ?? '', key?._id ?? ''];
      expect(await store.watchlists.saveNote(ana, list, item, 'asked to join Nov 3')).toBe(true);
      expect(await store.watchlists.find(ana, list)).toMatchObject({ items: [{ note: 'asked to join Nov 3' }] });
      expect(await store.watchlists.removeItem(ana, list, item)).toBe(true);
      expect(await store.watchlists.removeItem(ana, list, item)).toBe(false);
      expect(await store.watchlists.saveNote(ana, list, item, '')).toBe(false);
    });

    it('treats lists of other users as missing', async () => {
      const key = await addItem(ana, DEFAULT_LIST, 'a');
      const [list, item] = [key?.watchlist_id ?? '', key?._id ?? ''];
      expect(await store.watchlists.find(ben, list)).toBeNull();
      expect(await store.watchlists.rename(ben, list, 'Mine')).toBe(false);
      expect(await store.watchlists.remove(ben, list)).toBe(false);
      expect(await addItem(ben, list, 'b')).toBeNull();
      expect(await store.watchlists.saveNote(ben, list, item, 'mine')).toBe(false);
      expect(await store.watchlists.removeItem(ben, list, item)).toBe(false);
      const own = await addItem(ben, DEFAULT_LIST, 'b');
      expect(await store.watchlists.removeItem(ben, own?.watchlist_id ?? '', item)).toBe(false);
      expect(await addItem(ana, unknownId, 'b')).toBeNull();
      expect(await store.watchlists.find(ana, list)).toMatchObject({ name: 'Watchlist', items: [{ entity_id: 'a', note: '' }] });
    });
  });
}
