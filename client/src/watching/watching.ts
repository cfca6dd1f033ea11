import { DEFAULT_LIST } from '#domain/watching/watchlists';
import type { WatchedItem, WatchedItemKey, Watching } from '#domain/watching/contract';
import { ref } from 'valtio';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { api } from '../api/api';
import { useResource } from '../api/resource';
import { createUserData } from '../site/user-data';
import { createStore } from '../api/store';

/** What the user watches, shared by all Watch buttons. */
export const watching = createUserData('watchlists', (signal) => api('GET /users/me/watchlists', { signal }));

/** The items that stand for an entity, one per list that has it. */
export const keysOf = (data: Watching | null, entity: EntityType, id: string): readonly WatchedItemKey[] =>
  (data?.watchlists ?? []).flatMap(({ items }) => items.filter((item) => item.entity === entity && item.entity_id === id));

/** An item with its note, loaded with its list; `item` is undefined until then, and without a key. */
export function useWatchedItem(key: Pick<WatchedItemKey, '_id' | 'watchlist_id'> | undefined) {
  // Not the response that a list shows, whose notes change in its rows alone.
  const { data, error, reload } = useResource(
    `item ${key?._id}`,
    (signal) => api('GET /users/me/watchlists/:id', { params: { id: key?.watchlist_id ?? '' }, signal }),
    { isEnabled: key !== undefined },
  );
  return { item: data?.items.find(({ _id }) => _id === key?._id), error, reload };
}

/** Adds an entity to a list, by default the oldest one. Returns whether it is there now; a refusal is shown as a toast. */
export async function watch(entity: EntityType, id: string, listId: string = DEFAULT_LIST): Promise<boolean> {
  return watching.change(() => api('POST /users/me/watchlists/:id/items', { params: { id: listId }, body: { entity, entity_id: id } }));
}

/** Removes an item from its list. */
export async function unwatch(item: WatchedItemKey): Promise<boolean> {
  return watching.change(() => api('DELETE /users/me/watchlists/:id/items/:item', { params: { id: item.watchlist_id, item: item._id } }));
}

/** The first items of the kind that most of them are of, as many as can be compared. */
export function comparable(items: readonly Pick<WatchedItem, 'entity' | 'entity_id' | 'is_gone'>[], limit: number) {
  const present = items.filter(({ is_gone }) => !is_gone).map(({ entity, entity_id }) => ({ entity, id: entity_id }));
  const byKind = entityTypes.map((kind) => present.filter(({ entity }) => entity === kind));
  return (byKind.toSorted((a, b) => b.length - a.length)[0] ?? []).slice(0, limit);
}

/** An entity that a Watch button or a row stands for. */
export interface WatchedEntity {
  readonly entity: EntityType;
  readonly id: string;
  readonly title: string;
}

/** What was watched last, for the bar that offers to undo it; null when the bar is closed. */
export const lastWatched = createStore<{
  shown: { readonly entities: readonly WatchedEntity[]; readonly items: readonly WatchedItemKey[] } | null;
}>(() => ({ shown: null }));

export const closeWatchBar = (): void => void (lastWatched.shown = null);

type Added = readonly { readonly entity: WatchedEntity; readonly item: WatchedItemKey }[];

/** Adds entities to the oldest list, and returns those that were not there before. Stops at a refusal, which is shown as a toast. */
export async function addToFirstList(entities: readonly WatchedEntity[]): Promise<Added> {
  const before = watching.find();
  const added: Added[number][] = [];
  await watching.change(async () => {
    for (const entity of entities) {
      if (keysOf(before, entity.entity, entity.id).length > 0) continue;
      const body = { entity: entity.entity, entity_id: entity.id };
      added.push({ entity, item: await api('POST /users/me/watchlists/:id/items', { params: { id: DEFAULT_LIST }, body }) });
    }
  });
  return added;
}

/** Adds entities to the oldest list, and shows the bar with those that were not there before. */
export async function watchAtOnce(entities: readonly WatchedEntity[]): Promise<void> {
  const added = await addToFirstList(entities);
  if (added.length > 0) lastWatched.shown = ref({ entities: added.map(({ entity }) => entity), items: added.map(({ item }) => item) });
}

/** Takes back what the bar tells of. */
export async function undoWatched(): Promise<void> {
  const { shown } = lastWatched;
  closeWatchBar();
  if (!shown) return;
  await watching.change(async () => {
    for (const { watchlist_id: id, _id: item } of shown.items)
      await api('DELETE /users/me/watchlists/:id/items/:item', { params: { id, item } });
  });
}
