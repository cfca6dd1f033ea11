import { itemLimitSentence, listLimitSentence, type WatchLimits } from '#domain/watching/watch-limits';
import { DEFAULT_LIST, DEFAULT_LIST_NAME, type StoredItem, WatchLimitReached, Watchlists } from '#domain/watching/watchlists';
import { Conflict } from '#domain/errors';

interface List {
  readonly _id: string;
  readonly userId: string;
  name: string;
  items: StoredItem[];
}

/** Watchlists in memory. */
export class FakeWatchlists extends Watchlists {
  #lists: List[] = [];

  async listFor(userId: string) {
    return this.#listsOf(userId).map(({ _id, name, items }) => ({
      _id,
      name,
      items: items.map(({ _id: itemId, entity, entity_id }) => ({ _id: itemId, watchlist_id: _id, entity, entity_id })),
    }));
  }

  async find(userId: string, id: string) {
    const list = this.#find(userId, id);
    return list ? { _id: list._id, name: list.name, items: [...list.items] } : null;
  }

  async create(userId: string, name: string, limits: WatchLimits) {
    if (this.#listsOf(userId).length >= limits.lists) throw new WatchLimitReached(listLimitSentence(limits));
    const { _id } = this.#insert(userId, name);
    return { _id, name, items: [] };
  }

  async rename(userId: string, id: string, name: string) {
    const list = this.#find(userId, id);
    if (!list) return false;
    this.#refuseKnownName(userId, name, id);
    list.name = name;
    return true;
  }

  async remove(userId: string, id: string) {
    const list = this.#find(userId, id);
    this.#lists = this.#lists.filter((other) => other !== list);
    return list !== undefined;
  }

  async addItem(userId: string, listId: string, item: Omit<StoredItem, '_id'>, limits: WatchLimits) {
    const own = this.#listsOf(userId);
    const list = listId === DEFAULT_LIST ? (own[0] ?? this.#insert(userId, DEFAULT_LIST_NAME)) : this.#find(userId, listId);
    if (!list) return null;
    const { entity, entity_id } = item;
    const known = list.items.find((other) => other.entity === entity && other.entity_id === entity_id);
    if (!known && list.items.length >= limits.itemsPerList) throw new WatchLimitReached(itemLimitSentence(limits));
    const stored = known ?? { ...item, _id: crypto.randomUUID() };
    if (!known) list.items.unshift(stored);
    return { _id: stored._id, watchlist_id: list._id, entity, entity_id };
  }

  async saveNote(userId: string, listId: string, itemId: string, note: string) {
    const list = this.#find(userId, listId);
    if (!list?.items.some(({ _id }) => _id === itemId)) return false;
    list.items = list.items.map((item) => (item._id === itemId ? { ...item, note } : item));
    return true;
  }

  async removeItem(userId: string, listId: string, itemId: string) {
    const list = this.#find(userId, listId);
    if (!list?.items.some(({ _id }) => _id === itemId)) return false;
    list.items = list.items.filter(({ _id }) => _id !== itemId);
    return true;
  }

  #listsOf(userId: string): List[] {
    return this.#lists.filter((list) => list.userId === userId);
  }

  #find(userId: string, id: string): List | undefined {
    return this.#listsOf(userId).find(({ _id }) => _id === id);
  }

  #insert(userId: string, name: string): List {
    this.#refuseKnownName(userId, name, null);
    const list = { _id: crypto.randomUUID(), userId, name, items: [] };
    this.#lists.push(list);
    return list;
  }

  #refuseKnownName(userId: string, name: string, exceptId: string | null): void {
    if (this.#listsOf(userId).some((list) => list.name === name && list._id !== exceptId)) {
      throw new Conflict('You have a watchlist with this name.');
    }
  }
}
