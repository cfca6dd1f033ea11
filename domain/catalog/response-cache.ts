/** An answer as it goes over the wire: made once, sent to many. */
export interface CachedResponse {
  readonly bytes: Uint8Array;
  /** Names this content: two answers with the same tag are the same. */
  readonly etag: string;
}

/** Answers of lists that are kept ready. Who may have one is asked before, each time: nothing here knows who asks. */
export abstract class ResponseCache {
  /** The answer kept under this key in this state of the catalogue, else what `make` gives; who asks for it at once waits for the same. */
  abstract getOrCreate(key: string, version: string, create: () => Promise<unknown>): Promise<CachedResponse>;
}
