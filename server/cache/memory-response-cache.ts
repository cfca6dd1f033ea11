import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CachedResponse, ResponseCache } from '#domain/catalog/catalog';
import { SECOND_MS } from '#domain/durations';

const MAX_CACHE_BYTES = 32 * 1024 * 1024;

/** Approximate size of an entry beside its key and its bytes. */
const ENTRY_OVERHEAD_BYTES = 300;

/** Entries expire even if the list version stays the same, in case another process has written to the database. */
const CACHE_TTL_MS = 30 * SECOND_MS;

type CreateBody = () => Promise<unknown>;

async function createResponse(_key: string, _stale: CachedResponse | undefined, { context }: { readonly context: CreateBody }) {
  const bytes = Buffer.from(JSON.stringify(await context()));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

/** A response cache in the memory of this process: least recently used first out, bounded in bytes, one computation per key at a time. */
export class MemoryResponseCache implements ResponseCache {
  readonly #cache: LRUCache<string, CachedResponse, CreateBody>;

  constructor(maxBytes = MAX_CACHE_BYTES) {
    this.#cache = new LRUCache<string, CachedResponse, CreateBody>({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length + ENTRY_OVERHEAD_BYTES,
      ttl: CACHE_TTL_MS,
      fetchMethod: createResponse,
      // An entry that is evicted while it is computed still reaches its callers.
      ignoreFetchAbort: true,
    });
  }

  async getOrCreate(key: string, version: string, create: CreateBody): Promise<CachedResponse> {
    let isOurs = false;
    const context = () => {
      isOurs = true;
      return create();
    };
    const fetch = () => this.#cache.forceFetch(`${version} ${key}`, { context });
    try {
      return await fetch();
    } catch (error) {
      // The computation that we joined may have failed by the deadline of the request that began it; ours is later.
      if (isOurs) throw error;
      return await fetch();
    }
  }
}
