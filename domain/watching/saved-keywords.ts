/** How many keywords can be saved by one request. */
export const MAX_KEYWORDS_PER_REQUEST = 100;

/** A keyword that a user has saved; it outlives the keyword's counted figures. */
export interface SavedKeywordRecord {
  /** The key that all spellings share. */
  readonly key: string;
  readonly name: string;
  readonly savedAt: Date;
}

/** Stores the list of keywords that each user has saved. */
export abstract class SavedKeywords {
  /** Returns a user's keywords, the newest first. */
  abstract listFor(userId: string): Promise<readonly SavedKeywordRecord[]>;

  /** Saves all of these keywords or, beyond `limit`, none: throws `WatchLimitReached`, also under concurrency. Saved ones stay unchanged. */
  abstract save(userId: string, keywords: readonly Omit<SavedKeywordRecord, 'savedAt'>[], limit: number, now: Date): Promise<void>;

  /** Removes a keyword; false when it is not saved. */
  abstract remove(userId: string, key: string): Promise<boolean>;
}
