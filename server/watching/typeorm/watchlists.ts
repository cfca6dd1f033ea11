import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { WatchedItemKey, Watchlist } from '#domain/watching/contract';
import { itemLimitSentence, listLimitSentence, type WatchLimits } from '#domain/watching/watch-limits';
import { DEFAULT_LIST, DEFAULT_LIST_NAME, type StoredItem, type StoredWatchlist, WatchLimitReached } from '#domain/watching/watchlists';
import { dayOf } from '#domain/days';
import { NotFound } from '#domain/errors';
import { refuseKnownName, lockUser } from '#server/database/typeorm/writes';
import { type WatchedItemRow, watchedItemSchema, watchlistSchema } from '#server/database/schema/watching.schema';

const SAME_NAME = 'You have a watchlist with this name.';
const missingList = () => new NotFound('This watchlist no longer exists.');
const missingItem = () => new NotFound('This item is no longer in the watchlist.');

const toKey = ({ _id, watchlist_id, entity, entity_id }: WatchedItemRow): WatchedItemKey => ({ _id, watchlist_id, entity, entity_id });

const toStoredItem = ({ watchlist_id: _, added_at, ...item }: WatchedItemRow): StoredItem => ({ ...item, added_on: dayOf(added_at) });

/** Stores what users watch. Throws `NotFound` for a list or an item that is missing, as those of other users are. */
@Injectable()
export class Watchlists {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a user's lists with the keys of their items, oldest list first. */
  async listFor(userId: string): Promise<readonly Watchlist[]> {
    const { manager } = this.dataSource;
    const lists = await manager.find(watchlistSchema, { where: { user_id: userId }, order: { created_at: 'ASC', _id: 'ASC' } });
    const items = await manager
      .createQueryBuilder(watchedItemSchema, 'item')
      .where('item.watchlist_id in (select _id from watchlists where user_id = :userId)', { userId })
      .orderBy({ 'item.added_at': 'DESC', 'item._id': 'ASC' })
      .getMany();
    const itemsByList = Map.groupBy(items, ({ watchlist_id }) => watchlist_id);
    return lists.map(({ _id, name }) => ({ _id, name, items: (itemsByList.get(_id) ?? []).map(toKey) }));
  }

  /** Returns one list with its items. */
  async find(userId: string, id: string): Promise<StoredWatchlist> {
    const { manager } = this.dataSource;
    const list = await manager.findOneBy(watchlistSchema, { _id: id, user_id: userId });
    if (!list) throw missingList();
    const items = await manager.find(watchedItemSchema, { where: { watchlist_id: id }, order: { added_at: 'DESC', _id: 'ASC' } });
    return { _id: list._id, name: list.name, items: items.map(toStoredItem) };
  }

  /** Creates a list. Concurrent calls cannot exceed the limit. Throws `WatchLimitReached`, or `Conflict` for a name that the user has. */
  create(userId: string, name: string, limits: WatchLimits, now: Date): Promise<Watchlist> {
    return refuseKnownName(SAME_NAME, () =>
      this.dataSource.transaction(async (manager) => {
        await lockUser(manager, userId);
        const count = await manager.countBy(watchlistSchema, { user_id: userId });
        if (count >= limits.lists) throw new WatchLimitReached(listLimitSentence(limits));
        return { _id: await insertList(manager, userId, name, now), name, items: [] };
      }),
    );
  }

  /** Renames a list. Throws `Conflict` for a name that the user has. */
  async rename(userId: string, id: string, name: string): Promise<void> {
    const { affected } = await refuseKnownName(SAME_NAME, () =>
      this.dataSource.manager.update(watchlistSchema, { _id: id, user_id: userId }, { name }),
    );
    if (affected !== 1) throw missingList();
  }

  /** Deletes a list with its items. */
  async remove(userId: string, id: string): Promise<void> {
    if ((await this.dataSource.manager.delete(watchlistSchema, { _id: id, user_id: userId })).affected !== 1) throw missingList();
  }

  /**
   * Adds an item as of now, or returns the one that the list has already, unchanged. `DEFAULT_LIST` stands for the oldest list. Throws
   * `WatchLimitReached`; concurrent calls cannot exceed the limit.
   */
  addItem(
    userId: string,
    listId: string,
    item: Omit<StoredItem, '_id' | 'added_on'>,
    limits: WatchLimits,
    now: Date,
  ): Promise<WatchedItemKey> {
    return this.dataSource.transaction(async (manager) => {
      await lockUser(manager, userId);
      const watchlist_id = await findListId(manager, userId, listId, now);
      if (watchlist_id === null) throw missingList();
      const key = { watchlist_id, entity: item.entity, entity_id: item.entity_id };
      const known = await manager.findOneBy(watchedItemSchema, key);
      if (known) return toKey(known);
      const count = await manager.countBy(watchedItemSchema, { watchlist_id });
      if (count >= limits.itemsPerList) throw new WatchLimitReached(itemLimitSentence(limits));
      await manager.insert(watchedItemSchema, { ...item, watchlist_id, added_at: now });
      return toKey(await manager.findOneByOrFail(watchedItemSchema, key));
    });
  }

  /** Replaces the note of an item. */
  async saveNote(userId: string, listId: string, itemId: string, note: string): Promise<void> {
    const item = await this.#ownItem(userId, listId, itemId);
    if ((await this.dataSource.manager.update(watchedItemSchema, item, { note })).affected !== 1) throw missingItem();
  }

  /** Removes an item. */
  async removeItem(userId: string, listId: string, itemId: string): Promise<void> {
    const item = await this.#ownItem(userId, listId, itemId);
    if ((await this.dataSource.manager.delete(watchedItemSchema, item)).affected !== 1) throw missingItem();
  }

  /** The ids of an item in a list of this user. */
  async #ownItem(userId: string, listId: string, itemId: string) {
    if (!(await this.dataSource.manager.existsBy(watchlistSchema, { _id: listId, user_id: userId }))) throw missingItem();
    return { _id: itemId, watchlist_id: listId };
  }
}

/** The id of a user's list; the oldest one for `DEFAULT_LIST`, which is created if there is none. */
async function findListId(manager: EntityManager, userId: string, listId: string, now: Date): Promise<string | null> {
  const where = listId === DEFAULT_LIST ? { user_id: userId } : { user_id: userId, _id: listId };
  const [list] = await manager.find(watchlistSchema, { where, order: { created_at: 'ASC', _id: 'ASC' }, take: 1 });
  if (list) return list._id;
  return listId === DEFAULT_LIST ? insertList(manager, userId, DEFAULT_LIST_NAME, now) : null;
}

async function insertList(manager: EntityManager, userId: string, name: string, now: Date): Promise<string> {
  await manager.insert(watchlistSchema, { user_id: userId, name, created_at: now });
  return (await manager.findOneByOrFail(watchlistSchema, { user_id: userId, name }))._id;
}
