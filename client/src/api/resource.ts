import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { Api, EndpointName } from '#domain/api';
import { MINUTE_MS } from '#domain/durations';
import { api, type CallArguments, endpointUrl, type RequestParts } from './api';
import { ApiError, toApiError } from './api-error';
import { onReset } from './store';

/** `keptMs` of responses that may be shown again without a request. */
export const CACHE_TTL_MS = 5 * MINUTE_MS;
const MAX_CACHED_RESPONSES = 20;
/** The statuses of failures that are expected: a session that has ended, what only Premium includes, what is gone, and a limit that was reached. */
const expectedStatuses: ReadonlySet<number> = new Set([401, 403, 404, 429]);

/** What is loaded under a key. Components that use the same key share the request and the response. */
export interface Source<T> {
  readonly key: string;
  readonly fetchData: (signal: AbortSignal) => Promise<T>;
  /** How long a response is shown again after its last component is gone; by default not at all. With Infinity the viewer must not matter. */
  readonly keptMs?: number;
}

/** What is known of a key; replaced as a whole. */
interface Entry {
  /** Undefined before the first response. */
  readonly data?: unknown;
  readonly error: ApiError | null;
  readonly busy: boolean;
  readonly loadedAtMs: number;
  readonly keptMs: number;
}

/** The store of responses, the latest ones last; changed only by the functions of this file. */
const entries = proxy<Record<string, Entry>>({});
const requests = new Map<string, { readonly controller: AbortController; readonly settled: Promise<void> }>();
/** How many components use a key. */
const userCounts = new Map<string, number>();

const isUsed = (key: string): boolean => (userCounts.get(key) ?? 0) > 0;

/** The entry, unless it is too old. What is on screen stays. */
const current = (key: string, entry: Entry | undefined): Entry | undefined =>
  entry && (isUsed(key) || entry.busy || Date.now() - entry.loadedAtMs <= entry.keptMs) ? entry : undefined;

/** Changes an entry, which becomes the latest one. */
function setEntry(key: string, change: Partial<Entry>): void {
  const { [key]: before = { error: null, busy: false, loadedAtMs: 0, keptMs: 0 } } = entries;
  delete entries[key];
  entries[key] = ref({ ...before, ...change });
  const cached = Object.keys(entries).filter((one) => !isUsed(one) && !requests.has(one) && entries[one]!.keptMs < Infinity);
  for (const oldest of cached.slice(0, Math.max(0, cached.length - MAX_CACHED_RESPONSES))) delete entries[oldest];
}

/** The response of a key; undefined if there is none or its time has passed. */
export const findResponse = (key: string): unknown => current(key, entries[key])?.data;

/** Stores the response of a key. */
export const storeResponse = (key: string, data: unknown, keptMs = entries[key]?.keptMs ?? 0): void =>
  setEntry(key, { data, error: null, busy: requests.has(key), loadedAtMs: Date.now(), keptMs });

/** Loads a source unless its response is known; resolves when that has settled. By force: again, and what was requested before no longer counts. */
export function load<T>({ key, fetchData, keptMs = 0 }: Source<T>, isForced = false): Promise<void> {
  const running = requests.get(key);
  if (running && !isForced) return running.settled;
  if (!isForced && keptMs > 0 && findResponse(key) !== undefined) return Promise.resolve();
  running?.controller.abort();
  const controller = new AbortController();
  const settle = (change: Partial<Entry>) => {
    if (controller.signal.aborted) return;
    requests.delete(key);
    setEntry(key, { ...change, busy: false });
    if (!isUsed(key)) dropUnused(key);
  };
  const settled = fetchData(controller.signal).then(
    (data) => settle({ data, error: null, loadedAtMs: Date.now() }),
    (error: unknown) => {
      if (!controller.signal.aborted && error instanceof ApiError && !expectedStatuses.has(error.status)) console.error(error);
      settle({ error: controller.signal.aborted ? null : toApiError(error) });
    },
  );
  requests.set(key, { controller, settled });
  setEntry(key, { busy: true, keptMs });
  return settled;
}

/** Ends the request of a key that no component uses, and forgets its response unless it is cached. */
function dropUnused(key: string): void {
  const entry = entries[key];
  if (isUsed(key) || !entry || entry.keptMs === Infinity) return;
  requests.get(key)?.controller.abort();
  requests.delete(key);
  if (entry.keptMs === 0 || entry.data === undefined) delete entries[key];
  else setEntry(key, { error: null, busy: false });
}

// The next viewer gets no response of the one before. What is on screen stays there, and is not shown again.
onReset(() => {
  for (const [key, { keptMs }] of Object.entries(entries)) {
    if (keptMs < Infinity) setEntry(key, { keptMs: 0 });
    dropUnused(key);
  }
}, 'viewer');

onReset(() => {
  for (const [key, { controller }] of requests) {
    controller.abort();
    requests.delete(key);
  }
  for (const key of Object.keys(entries)) delete entries[key];
}, 'app');

/** Marks a key as used; returns the function that ends this. A component that takes over at the same time keeps what is loaded. */
function retain(key: string): () => void {
  if (!current(key, entries[key])) delete entries[key];
  userCounts.set(key, (userCounts.get(key) ?? 0) + 1);
  return () => {
    userCounts.set(key, userCounts.get(key)! - 1);
    void Promise.resolve().then(() => dropUnused(key));
  };
}

/** A source as a component sees it. */
export interface Resource<T> {
  /** The last response of this key; null before the first one. */
  readonly data: T | null;
  /** What to show: `data`, or while that loads, the response of the previous key. */
  readonly shown: T | null;
  /** Why the last load of this key failed; null after a success. It stays while the key is reloaded. */
  readonly error: ApiError | null;
  /** True while a request is in flight. */
  readonly busy: boolean;
  /** Loads again, past the cache; resolves when the load has settled. */
  readonly reload: () => Promise<void>;
  /** Replaces the data, for example by the response of a change. */
  readonly setData: (data: T) => void;
}

interface ResourceOptions extends Pick<Source<unknown>, 'keptMs'> {
  /** False: nothing is loaded until `reload` is called. */
  readonly isEnabled?: boolean;
}

/**
 * Loads `fetchData` on mount and whenever `key` changes; a request that no component waits for is aborted then. Failures are logged, unless
 * they are expected.
 */
export function useResource<T>(
  key: string,
  fetchData: (signal: AbortSignal) => Promise<T>,
  { isEnabled = true, keptMs = 0 }: ResourceOptions = {},
): Resource<T> {
  const [shown, setShown] = useState<T | null>(null);
  const latestFetch = useRef(fetchData);
  useEffect(() => void (latestFetch.current = fetchData));
  const source = useMemo(() => ({ key, keptMs, fetchData: (signal: AbortSignal) => latestFetch.current(signal) }), [key, keptMs]);
  useEffect(() => retain(key), [key]);
  useEffect(() => void (isEnabled && load(source)), [source, isEnabled]);
  const reload = useCallback(() => load(source, true), [source]);
  const setData = useCallback((data: T) => storeResponse(key, data), [key]);
  const entry = current(key, useSnapshot(entries)[key]);
  const data = entry?.data as T | undefined;
  if (data !== undefined && shown !== data) setShown(() => data);
  return {
    data: data ?? null,
    shown: data === undefined ? shown : data,
    error: entry?.error ?? null,
    busy: entry?.busy ?? isEnabled,
    reload,
    setData,
  };
}

/** Loads what an endpoint returns. Its URL is the key: components that make the same call share request and response. */
export function useEndpoint<E extends EndpointName & `GET ${string}`>(
  endpoint: E,
  ...rest: [...CallArguments<E>, options?: ResourceOptions]
): Resource<Api[E]['response']> {
  const [call, options] = rest as unknown as readonly [call?: RequestParts, options?: ResourceOptions];
  return useResource(endpointUrl(endpoint, call), (signal) => api(endpoint, ...([{ ...call, signal }] as CallArguments<E>)), options);
}
