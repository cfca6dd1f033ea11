import type { Variant } from '#domain/catalog/variants';

/** A stored search. */
export interface StoredSearch {
  readonly _id: string;
  readonly name: string;
  readonly variant: Variant;
  /** The parameters of the list. */
  readonly query: string;
  /** When its owner last opened it. */
  readonly seen_at: Date;
}

export const MAX_SEARCH_LENGTH = 2_000;

/** Stores the searches that users save. Those of other users are treated as missing. */
export abstract class SavedSearches {
  /** Returns a user's searches, oldest first. */
  abstract listFor(userId: string): Promise<readonly StoredSearch[]>;

  /**
   * Saves a search as seen now. Concurrent calls cannot exceed `limit`: throws `WatchLimitReached`, or `Conflict` for a name that the
   * user has.
   */
  abstract save(userId: string, search: Omit<StoredSearch, '_id' | 'seen_at'>, limit: number, now: Date): Promise<StoredSearch>;

  /** Records that its owner has opened it; false when there is none. */
  abstract markSeen(userId: string, id: string, now: Date): Promise<boolean>;

  /** Deletes a search; false when there is none. */
  abstract remove(userId: string, id: string): Promise<boolean>;
}
