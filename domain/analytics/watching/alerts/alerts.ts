import type { AlertedFigure } from '#domain/analytics/watching/alerts/sentences';
import type { StoredSearch } from '#domain/analytics/watching/saved-searches';
import type { Day } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';

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

/** The alerts of users. */
export abstract class Alerts {
  /** Returns a user's last alerts, newest first. */
  abstract listFor(userId: string, limit: number): Promise<readonly StoredAlert[]>;

  /** Marks a user's alerts as read; others are ignored. */
  abstract markRead(userId: string, ids: readonly string[], now: Date): Promise<void>;
}

/** A search whose new rows are to be counted: those first stored after one time and up to another. */
export interface SearchWindow extends Pick<StoredSearch, 'variant' | 'query'> {
  readonly after: Date;
  readonly until: Date;
}

/** Returns the number of new rows; null if they cannot be counted now, so that the next run counts them too. */
export type CountNewRows = (window: SearchWindow) => Promise<number | null>;

/** Turns rules into alerts. */
export abstract class AlertEvaluation {
  /**
   * Evaluates every rule that was not evaluated since the last recompute. However often, concurrently, or interrupted it runs, a rule is
   * evaluated once per day of scores, and each of its alerts is written once. Returns how many alerts this call wrote.
   */
  abstract evaluateDue(scope: LockScope, now: Date, countNewRows: CountNewRows): Promise<number>;
}
