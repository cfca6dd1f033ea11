import { DEFAULT_LIST } from '#domain/analytics/watching/watchlists';
import type { WatchedItemKey, Watching } from '#domain/analytics/watching/contract';
import type { EntityType } from '#domain/catalog/variants';
import { api } from '../api/api';
import { createUserData } from '../site/user-data';

const userData = createUserData(() => api('GET /users/me/watchlists'));

/** What the user watches, shared by all Watch buttons; changed only by the functions of this file. */
export const watching = userData.state;

/** Loads the lists; concurrent calls share one request. */
export const loadWatching = userData.load;

/** Loads the lists after a change. */
export const reloadWatching = userData.reload;

/** The signed-in user's lists, loaded once per user. */
export const useWatching = userData.useLoadedOnce;

/** The items that stand for an entity, one per list that has it. */
export const keysOf = (data: Watching | null, entity: EntityType, id: string): readonly WatchedItemKey[] =>
  (data?.watchlists ?? []).flatMap(({ items }) => items.filter((item) => item.entity === entity && item.entity_id === id));

/** Adds an entity to a list, by default the oldest one. Returns whether it is there now; a refusal is shown as a toast. */
export async function watch(entity: EntityType, id: string, listId: string = DEFAULT_LIST): Promise<boolean> {
  return userData.change(() => api('POST /users/me/watchlists/:id/items', { params: { id: listId }, body: { entity, entity_id: id } }));
}

/** Removes an item from its list. */
export async function unwatch(item: WatchedItemKey): Promise<boolean> {
  return userData.change(() => api('DELETE /users/me/watchlists/:id/items/:item', { params: { id: item.watchlist_id, item: item._id } }));
}
