/** A serialized response, computed once and sent many times. */
export interface CachedResponse {
  readonly bytes: Uint8Array;
  /** Identifies the content: equal tags mean equal responses. */
  readonly etag: string;
}

/** A cache of list pages. Viewers' rights are checked before it; the cache knows no viewers. */
export abstract class ResponseCache {
  /** Returns the response cached for this key and list version, else the one `create` computes; concurrent callers share it. */
  abstract getOrCreate(key: string, version: string, create: () => Promise<unknown>): Promise<CachedResponse>;
}
