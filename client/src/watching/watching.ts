import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import { DEFAULT_LIST } from '#domain/analytics/watching/watchlists';
import type { WatchedItemKey, Watching } from '#domain/analytics/watching/contract';
import type { EntityType } from '#domain/catalog/variants';
import { api } from '../api/api';
import { toApiError } from '../api/api-error';
import { session } from '../site/session';
import { notify } from '../site/toast';
import { NewestRequest } from './newest-request';

interface WatchingState {
  /** Null until it is loaded. */
  data: Watching | null;
  /** The user whose lists these are. */
  userId: string | null;
  hasFailed: boolean;
}

/** What the user watches, shared by all Watch buttons; changed only by the functions of this file. */
export const watching = proxy<WatchingState>({ data: null, userId: null, hasFailed: false });

const requests = new NewestRequest();
let request: Promise<void> | null = null;

/** Loads the lists; concurrent calls share one request. */
export const loadWatching = (): Promise<void> => request ?? reloadWatching();

/** Loads the lists after a change. A request that is under way may not know the change, so its response no longer counts. */
export function reloadWatching(): Promise<void> {
  const reload = fetchWatching(requests.begin()).finally(() => {
    if (request === reload) request = null;
  });
  request = reload;
  return reload;
}

async function fetchWatching(isNewest: () => boolean): Promise<void> {
  const userId = session.user?.id ?? null;
  watching.hasFailed = false;
  try {
    const data = await api('GET /users/me/watchlists');
    if (isNewest() && userId === (session.user?.id ?? null)) Object.assign(watching, { data: ref(data), userId });
  } catch {
    if (isNewest()) watching.hasFailed = true;
  }
}

/** The signed-in user's lists, loaded once per user; null for visitors and until they are loaded. */
export function useWatching(): { readonly data: Watching | null; readonly hasFailed: boolean } {
  const { data, userId, hasFailed } = useSnapshot(watching);
  const currentId = useSnapshot(session).user?.id ?? null;
  useEffect(() => {
    if (currentId !== null && watching.userId !== currentId) void loadWatching();
  }, [currentId]);
  return { data: userId === currentId ? data : null, hasFailed };
}

/** The items that stand for an entity, one per list that has it. */
export const keysOf = (data: Watching | null, entity: EntityType, id: string): readonly WatchedItemKey[] =>
  (data?.watchlists ?? []).flatMap(({ items }) => items.filter((item) => item.entity === entity && item.entity_id === id));

/** Adds an entity to a list, by default the oldest one. Returns whether it is there now; a refusal is shown as a toast. */
export async function watch(entity: EntityType, id: string, listId: string = DEFAULT_LIST): Promise<boolean> {
  return attempt(() => api('POST /users/me/watchlists/:id/items', { params: { id: listId }, body: { entity, entity_id: id } }));
}

/** Removes an item from its list. */
export async function unwatch(item: WatchedItemKey): Promise<boolean> {
  return attempt(() => api('DELETE /users/me/watchlists/:id/items/:item', { params: { id: item.watchlist_id, item: item._id } }));
}

/** Does the work and loads the lists again, also after a refusal: what it was about may be gone. */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  const isDone = await work().then(
    () => true,
    (error: unknown) => {
      notify(toApiError(error).message, 'error');
      return false;
    },
  );
  await reloadWatching();
  return isDone;
}
