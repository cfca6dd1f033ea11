import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import { toApiError } from '../api/api-error';
import { session } from './session';
import { notify } from './toast';

/** What was loaded of a user's own data. */
export interface UserDataState<T extends object> {
  /** Null until it is loaded. */
  data: T | null;
  /** The user whose data it is. */
  userId: string | null;
  hasFailed: boolean;
}

/** What a component sees of it. */
export interface LoadedUserData<T extends object> {
  /** Null for visitors, and until the data of the current user is loaded. */
  readonly data: T | null;
  readonly hasFailed: boolean;
}

/** Data of the signed-in user that several parts of the screen share. */
export interface UserData<T extends object> {
  readonly state: UserDataState<T>;
  /** Loads the data; concurrent calls share one request. */
  readonly load: () => Promise<void>;
  /** Loads the data after a change. A request in flight may not know the change, so its response no longer counts. */
  readonly reload: () => Promise<void>;
  /** Does the work and loads the data again, also after a refusal, which is shown as a toast: what it was about may be gone. Returns whether it was done. */
  readonly change: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly useLoaded: () => LoadedUserData<T>;
  /** The same, and loads the data if that was not done for this user. */
  readonly useLoadedOnce: () => LoadedUserData<T>;
}

const currentUserId = (): string | null => session.user?.id ?? null;

/** Does the work. Returns whether it was done; a refusal is shown as a toast. */
const doOrNotify = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    (error: unknown) => {
      notify(toApiError(error).message, 'error');
      return false;
    },
  );

/** Makes the shared state of what a request returns for the signed-in user. */
export function createUserData<T extends object>(fetchData: () => Promise<T>): UserData<T> {
  const state = proxy<UserDataState<T>>({ data: null, userId: null, hasFailed: false });
  let newest: Promise<void> | null = null;
  let startedCount = 0;
  const fetchOnce = async () => {
    const number = ++startedCount;
    const userId = currentUserId();
    state.hasFailed = false;
    try {
      const data = await fetchData();
      if (number === startedCount && userId === currentUserId()) Object.assign(state, { data: ref(data), userId });
    } catch {
      if (number === startedCount) state.hasFailed = true;
    }
  };
  const reload = () => {
    const request = fetchOnce().finally(() => {
      if (newest === request) newest = null;
    });
    newest = request;
    return request;
  };
  const load = () => newest ?? reload();
  const change = (work: () => Promise<unknown>) => doOrNotify(work).then((isDone) => reload().then(() => isDone));
  const useLoaded = () => {
    const { data, userId, hasFailed } = useSnapshot(state) as UserDataState<T>;
    return { data: userId === (useSnapshot(session).user?.id ?? null) ? data : null, hasFailed };
  };
  const useLoadedOnce = () => {
    const currentId = useSnapshot(session).user?.id ?? null;
    useEffect(() => {
      if (currentId !== null && state.userId !== currentId) void load();
    }, [currentId]);
    return useLoaded();
  };
  return { state, load, reload, change, useLoaded, useLoadedOnce };
}
