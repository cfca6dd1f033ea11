import type { Condition } from '#domain/analytics/watching/alerts/rules';

/** A rule as stored: its condition, and the list or search it is about. */
export interface RuleToStore extends Condition {
  readonly watchlist_id: string | null;
  readonly saved_search_id: string | null;
}

/** A stored rule. */
export interface StoredRule extends RuleToStore {
  readonly _id: string;
  /** The name of the list or search. */
  readonly target_name: string;
}

/** Stores the alert rules of users. Rules, lists, and searches of other users are treated as missing. */
export abstract class AlertRules {
  /** Returns a user's rules, oldest first. */
  abstract listFor(userId: string): Promise<readonly StoredRule[]>;

  /**
   * Creates a rule; null when there is no such list or search. Concurrent calls cannot exceed `limit`: throws `WatchLimitReached`.
   */
  abstract create(userId: string, rule: RuleToStore, limit: number, now: Date): Promise<StoredRule | null>;

  /** Replaces a rule, which begins again: what is so already is no news. Null when there is no such rule, list, or search. */
  abstract change(userId: string, id: string, rule: RuleToStore, now: Date): Promise<StoredRule | null>;

  /** Deletes a rule; false when there is none. */
  abstract remove(userId: string, id: string): Promise<boolean>;
}
