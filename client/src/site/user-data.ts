import { useSnapshot } from 'valtio';
import { toApiError } from '../api/api-error';
import { findResponse, load, type Resource, storeResponse, useResource } from '../api/resource';
import { session } from './session';
import { notify } from './toast';

/** Data of the signed-in user that several parts of the screen share. */
interface UserData<T> {
  /** Null for visitors, and until the data of the current user is loaded. */
  readonly find: () => T | null;
  readonly set: (data: T) => void;
  /** Loads the data if that was not done; concurrent calls share one request. */
  readonly load: () => Promise<void>;
  /** Loads the data after a change. A request in flight may not know the change, so its response no longer counts. */
  readonly reload: () => Promise<void>;
  /** Does the work and loads the data again, also after a refusal, which is shown as a toast: what it was about may be gone. Returns whether it was done. */
  readonly change: (work: () => Promise<unknown>) => Promise<boolean>;
  /** The data for components, which is loaded once per user; with `false` by another part of the screen. */
  readonly useLoaded: (isEnabled?: boolean) => Resource<T>;
}

/** Makes the shared data of what a request returns for the signed-in user. */
export function createUserData<T>(name: string, fetchData: (signal: AbortSignal) => Promise<T>): UserData<T> {
  const keyOf = (userId = session.user?.id) => `${name} of ${userId}`;
  const find = () => (findResponse(keyOf()) as T | undefined) ?? null;
  const loadData = (isForced: boolean) => load({ key: keyOf(), fetchData, keptMs: Infinity }, isForced);
  const reload = () => loadData(true);
  const change = async (work: () => Promise<unknown>) => {
    const isDone = await work().then(
      () => true,
      (error: unknown) => {
        notify(toApiError(error).message, 'error');
        return false;
      },
    );
    await reload();
    return isDone;
  };
  const useLoaded = (isEnabled = true) => {
    const userId = useSnapshot(session).user?.id;
    return useResource(keyOf(userId), fetchData, { isEnabled: isEnabled && userId !== undefined, keptMs: Infinity });
  };
  return { find, set: (data) => storeResponse(keyOf(), data), load: () => loadData(false), reload, change, useLoaded };
}
