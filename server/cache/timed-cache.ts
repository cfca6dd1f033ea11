import { LRUCache } from 'lru-cache';

/** Far more keys than any cache of this kind has. */
const MAX_ENTRIES = 100;

/** The function with its results cached for `ttlMs`. Concurrent callers share one computation; a failure is not cached. */
export function timedCache<K extends string, T extends object>(
  ttlMs: number,
  load: (key: K) => Promise<T>,
  now: () => number = () => performance.now(),
): (key: K) => Promise<T> {
  const cache = new LRUCache<K, T>({
    max: MAX_ENTRIES,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: load,
    ignoreFetchAbort: true,
  });
  return (key) => cache.forceFetch(key);
}
