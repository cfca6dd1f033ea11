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
