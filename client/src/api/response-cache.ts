const MAX_CACHED_RESPONSES = 20;
const CACHE_TTL_MS = 5 * 60_000;

interface CachedResponse {
  readonly response: unknown;
  readonly cachedAtMs: number;
}

const cachedResponses = new Map<string, CachedResponse>();

/** Keeps an answer by its address; the 20 used last stay. */
export function cacheResponse(url: string, response: unknown): void {
  cachedResponses.delete(url);
  cachedResponses.set(url, { response, cachedAtMs: Date.now() });
  for (const oldestUrl of cachedResponses.keys()) {
    if (cachedResponses.size <= MAX_CACHED_RESPONSES) break;
    cachedResponses.delete(oldestUrl);
  }
}

/** The kept answer of an address, or undefined when there is none or it is older than five minutes. */
export function findCachedResponse(url: string): unknown {
  const entry = cachedResponses.get(url);
  if (!entry || Date.now() - entry.cachedAtMs > CACHE_TTL_MS) return undefined;
  cachedResponses.delete(url);
  cachedResponses.set(url, entry);
  return entry.response;
}

/** Forgets all answers: what one viewer may see says nothing about the next. */
export const clearResponseCache = (): void => cachedResponses.clear();
