import { MINUTE_MS } from '#domain/durations';

const MAX_CACHED_RESPONSES = 20;
const CACHE_TTL_MS = 5 * MINUTE_MS;

interface CachedResponse {
  readonly response: unknown;
  readonly cachedAtMs: number;
}

const cachedResponses = new Map<string, CachedResponse>();

/** Stores a response by URL in an LRU cache. */
export function cacheResponse(url: string, response: unknown): void {
  cachedResponses.delete(url);
  cachedResponses.set(url, { response, cachedAtMs: Date.now() });
  for (const oldestUrl of cachedResponses.keys()) {
    if (cachedResponses.size <= MAX_CACHED_RESPONSES) break;
    cachedResponses.delete(oldestUrl);
  }
}

/** Returns the cached response of a URL; undefined if there is none or its TTL has passed. */
export function findCachedResponse(url: string): unknown {
  const entry = cachedResponses.get(url);
  if (!entry || Date.now() - entry.cachedAtMs > CACHE_TTL_MS) return undefined;
  cachedResponses.delete(url);
  cachedResponses.set(url, entry);
  return entry.response;
}

/** Clears the cache; call it when the viewer changes. */
export const clearResponseCache = (): void => cachedResponses.clear();
