import type { Watchlist, WatchedItemKey } from '#domain/watching/contract';
import type { WatchLimits } from '#domain/watching/watch-limits';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { NotPossible } from '#domain/errors';

/** The name of the first list of a user. */
export const DEFAULT_LIST_NAME = 'Watchlist';

export const MAX_LIST_NAME_LENGTH = 60;
export const MAX_NOTE_LENGTH = 500;

/** Stands for the id of a user's oldest list, which is created for the first item. */
export const DEFAULT_LIST = 'default';

/** What is stored of an item. `title` and `added_value` are as of its first day, so that a deleted entity still has a name. */
export interface StoredItem {
  readonly _id: string;
  readonly entity: EntityType;
  readonly entity_id: string;
  readonly title: string;
  readonly note: string;
  readonly added_on: Day;
  readonly added_value: number | null;
}

/** A list with its items, the newest first. */
export interface StoredWatchlist {
  readonly _id: string;
  readonly name: string;
  readonly items: readonly StoredItem[];
}

/** The user has as many lists as the plan allows, or the list as many items. */
export class WatchLimitReached extends NotPossible {
  override readonly code = 'watch_limit';
}

/** Stores what users watch. Lists and items of other users are treated as missing. */
export abstract class Watchlists {
  /** Returns a user's lists with the keys of their items, oldest list first. */
  abstract listFor(userId: string): Promise<readonly Watchlist[]>;

  /** Returns one list with its items, or null. */
  abstract find(userId: string, id: string): Promise<StoredWatchlist | null>;

  /** Creates a list. Concurrent calls cannot exceed the limit. Throws `WatchLimitReached`, or `Conflict` for a name that the user has. */
  abstract create(userId: string, name: string, limits: WatchLimits, now: Date): Promise<Watchlist>;

  /** Renames a list; false when there is none. Throws `Conflict` for a name that the user has. */
  abstract rename(userId: string, id: string, name: string): Promise<boolean>;

  /** Deletes a list with its items; false when there is none. */
  abstract remove(userId: string, id: string): Promise<boolean>;

  /**
   * Adds an item, or returns the one that the list has already, unchanged. `DEFAULT_LIST` stands for the oldest list. Concurrent calls
   * cannot exceed the limit. Returns null when there is no such list; throws `WatchLimitReached`.
   */
  abstract addItem(
    userId: string,
    listId: string,
    item: Omit<StoredItem, '_id'>,
    limits: WatchLimits,
    now: Date,
  ): Promise<WatchedItemKey | null>;

  /** Replaces the note of an item; false when there is none. */
  abstract saveNote(userId: string, listId: string, itemId: string, note: string): Promise<boolean>;

  /** Removes an item; false when there is none. */
  abstract removeItem(userId: string, listId: string, itemId: string): Promise<boolean>;
}
