import type { Condition } from '#domain/watching/alerts/rules';

/** A rule as stored: its condition, and the list, the item of a list, or the search it is about; the others are null. */
export interface RuleToStore extends Condition {
  readonly watchlist_id: string | null;
  readonly watched_item_id: string | null;
  readonly saved_search_id: string | null;
}

/** A stored rule. */
export interface StoredRule extends RuleToStore {
  readonly _id: string;
  /** The name of the list or search, or the title of the item. */
  readonly target_name: string;
}

/** Stores the alert rules of users. Rules, lists, items, and searches of other users are treated as missing. */
export abstract class AlertRules {
  /** Returns a user's rules, oldest first. */
  abstract listFor(userId: string): Promise<readonly StoredRule[]>;

  /**
   * Creates a rule; null when there is no such list, item, or search. Concurrent calls cannot exceed `limit`: throws `WatchLimitReached`.
   */
  abstract create(userId: string, rule: RuleToStore, limit: number, now: Date): Promise<StoredRule | null>;

  /** Replaces a rule, which begins again: what is so already is no news. Null when there is no such rule, list, item, or search. */
  abstract change(userId: string, id: string, rule: RuleToStore, now: Date): Promise<StoredRule | null>;

  /** Deletes a rule; false when there is none. */
  abstract remove(userId: string, id: string): Promise<boolean>;
}
