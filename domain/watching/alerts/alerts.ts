import type { Condition, ItemFigure, ItemMatch, NewAlert } from '#domain/watching/alerts/rules';
import type { AlertedFigure } from '#domain/watching/alerts/sentences';
import type { StoredSearch } from '#domain/watching/saved-searches';
import type { Viewer } from '#domain/auth/viewer';
import type { Day } from '#domain/days';

/** How long alerts are kept. */
export const ALERT_RETENTION_DAYS = 90;

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

/** An alert as stored. */
export interface StoredAlert extends AlertedFigure {
  readonly _id: string;
  /** Null for an alert about a search. */
  readonly entity_id: string | null;
  readonly title: string;
  /** The search of an alert about one; null when the rule or the search is gone. */
  readonly search: Pick<StoredSearch, 'variant' | 'query'> | null;
  readonly day: Day;
  readonly is_read: boolean;
}

/** A rule that was not evaluated since the last recompute. */
export interface DueRule extends Condition {
  readonly _id: string;
  readonly owner: Viewer;
  /** The search of a rule about one. */
  readonly search: Pick<StoredSearch, 'name' | 'variant' | 'query'> | null;
  /** Rows added up to this time are evaluated. */
  readonly evaluated_until: Date;
}

/** A batch of rules, with the figures of those about lists and items. */
export interface DueRules {
  readonly rules: readonly DueRule[];
  readonly figures: readonly ItemFigure[];
  /** When the scores were published; imports do not write meanwhile, so that all rows from before are there. */
  readonly scoredAt: Date;
}

/** The evaluation of a batch of rules. */
export interface EvaluatedRules {
  /** All that matches the rules now. */
  readonly matches: readonly ItemMatch[];
  readonly alerts: readonly NewAlert[];
  /** The time up to which added rows are evaluated now, by rule. */
  readonly evaluatedUntil: ReadonlyMap<string, Date>;
}
