import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type CachedResponse, ResponseCache } from '#domain/catalog/response-cache';

interface CacheEntry {
  readonly version: string;
  readonly createdAtMs: number;
  readonly response: CachedResponse;
  readonly sizeBytes: number;
}

/** What an entry takes besides its key and its bytes, about. */
const ENTRY_OVERHEAD_BYTES = 300;

/** Milliseconds after which an answer is made anew although the state is the same: somebody may have written past us. */
const CACHE_TTL_MS = 30_000;

function serializeResponse(body: unknown): CachedResponse {
  const bytes = Buffer.from(JSON.stringify(body));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

/** Keeps answers in the memory of this process, the ones asked for last, up to a number of bytes. */
@Injectable()
export class MemoryResponseCache extends ResponseCache {
  /** The most that all answers together may take. */
  maxBytes = 32 * 1024 * 1024;
  readonly #entries = new Map<string, CacheEntry>();
  readonly #inFlight = new Map<string, Promise<CachedResponse>>();
  #totalBytes = 0;

  async getOrCreate(key: string, version: string, compute: () => Promise<unknown>): Promise<CachedResponse> {
    const entry = this.#entries.get(key);
    if (entry?.version === version && performance.now() - entry.createdAtMs < CACHE_TTL_MS) {
      // Last in a Map is what was set last.
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      return entry.response;
    }
    const inFlightKey = `${version} ${key}`;
    const inFlight = this.#inFlight.get(inFlightKey);
    if (inFlight) return inFlight;
    const computing = this.#computeEntry(key, version, compute);
    this.#inFlight.set(inFlightKey, computing);
    try {
      return await computing;
    } finally {
      this.#inFlight.delete(inFlightKey);
    }
  }

  async #computeEntry(key: string, version: string, compute: () => Promise<unknown>): Promise<CachedResponse> {
    const createdAtMs = performance.now();
    const response = serializeResponse(await compute());
    this.#evict(key);
    const sizeBytes = response.bytes.length + 2 * (key.length + version.length) + ENTRY_OVERHEAD_BYTES;
    this.#entries.set(key, { version, createdAtMs, response, sizeBytes });
    this.#totalBytes += sizeBytes;
    for (const oldestKey of this.#entries.keys()) {
      if (this.#totalBytes <= this.maxBytes) break;
      this.#evict(oldestKey);
    }
    return response;
  }

  #evict(key: string): void {
    this.#totalBytes -= this.#entries.get(key)?.sizeBytes ?? 0;
    this.#entries.delete(key);
  }
}
