import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, toApiError } from './api-error';
import { cacheResponse, findCachedResponse } from './response-cache';

export interface Resource<T> {
  /** The last response; null before the first one. It stays while another key loads, see `dataKey`. */
  readonly data: T | null;
  /** The key that `data` was loaded for. */
  readonly dataKey: string | null;
  /** Why the last load of this key failed; null after a success. It stays while the key is reloaded. */
  readonly error: ApiError | null;
  /** True while a request is in flight. */
  readonly busy: boolean;
  /** Loads again, past the cache; resolves when the load has settled. */
  readonly reload: () => Promise<void>;
  /** Replaces the data, for example by the response of a change. */
  readonly setData: (data: T) => void;
}

interface ResourceOptions {
  /** False: nothing is loaded until `reload` is called. */
  readonly isEnabled?: boolean;
  /** True: responses go through the response cache under the key. */
  readonly isCached?: boolean;
}

interface ResourceState<T> {
  readonly data: T | null;
  readonly dataKey: string | null;
  readonly error: ApiError | null;
  /** The key of the last load that succeeded or failed. */
  readonly settledKey: string | null;
  readonly reloadingKey: string | null;
}

const initialState: ResourceState<never> = { data: null, dataKey: null, error: null, settledKey: null, reloadingKey: null };

const settled = <T>(key: string, data: T): ResourceState<T> => ({ data, dataKey: key, error: null, settledKey: key, reloadingKey: null });

/**
 * The state with loaded data. The cache is read again after the render, since the data may have arrived in between; what a render has
 * read from it stays as it is.
 */
const afterLoad = <T>(before: ResourceState<T>, key: string, data: T, isFromCache: boolean): ResourceState<T> =>
  isFromCache && before.settledKey === key ? before : settled(key, data);

/** The state after a failure, which is logged. */
function afterFailure<T>(key: string, error: unknown): (before: ResourceState<T>) => ResourceState<T> {
  // A missing entity is an expected response.
  if (error instanceof ApiError && error.status !== 404) console.error(error);
  return (before) => ({ ...before, error: toApiError(error), settledKey: key, reloadingKey: null });
}

/**
 * Loads `fetchData` on mount and whenever `key` changes; the request in flight is aborted then. The previous data stays until the new
 * response is there (stale while revalidate). Failures other than 404 are logged.
 */
export function useResource<T>(
  key: string,
  fetchData: (signal: AbortSignal) => Promise<T>,
  { isEnabled = true, isCached = false }: ResourceOptions = {},
): Resource<T> {
  const [state, setState] = useState<ResourceState<T>>(initialState);
  const nextSignal = useAbortSignal();
  const latestFetch = useRef(fetchData);
  useEffect(() => void (latestFetch.current = fetchData));
  const findCached = useCallback(() => (isCached ? (findCachedResponse(key) as T | undefined) : undefined), [key, isCached]);
  const setData = useCallback((data: T) => setState(settled(key, data)), [key]);
  const load = useCallback(
    async (isForced: boolean) => {
      const signal = nextSignal();
      const cached = isForced ? undefined : findCached();
      try {
        const data = await (cached === undefined ? latestFetch.current(signal) : cached);
        if (isCached && cached === undefined) cacheResponse(key, data);
        if (!signal.aborted) setState((before) => afterLoad(before, key, data, cached !== undefined));
      } catch (error) {
        if (!signal.aborted) setState(afterFailure(key, error));
      }
    },
    [key, isCached, findCached, nextSignal],
  );
  useEffect(() => {
    if (isEnabled) void load(false);
    return () => void nextSignal();
  }, [isEnabled, load, nextSignal]);
  const reload = useCallback(() => {
    setState((before) => ({ ...before, reloadingKey: key }));
    return load(true);
  }, [key, load]);

  const isSettled = state.settledKey === key;
  const cached = isSettled ? undefined : findCached();
  if (cached !== undefined) setData(cached);
  const isBusy = state.reloadingKey === key || (isEnabled && !isSettled);
  return { ...state, error: isSettled ? state.error : null, busy: isBusy, reload, setData };
}

/** Returns a function that aborts the signal it gave last and returns a new one. */
function useAbortSignal(): () => AbortSignal {
  const controller = useRef<AbortController | null>(null);
  return useCallback(() => {
    controller.current?.abort();
    controller.current = new AbortController();
    return controller.current.signal;
  }, []);
}
