import type { Condition, ItemFigure, ItemMatch, NewAlert } from '#domain/watching/alerts/rules';
import type { AlertedFigure } from '#domain/watching/alerts/sentences';
import type { StoredSearch } from '#domain/watching/saved-searches';
import type { Viewer } from '#domain/auth/viewer';
import type { Day } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import type { DueUser } from '#domain/mail/optional-emails';

/** How long alerts are kept. */
export const ALERT_RETENTION_DAYS = 90;

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
  /** What was added up to this time was evaluated. */
  readonly evaluated_until: Date;
}

/** A batch of rules, with the figures of those about lists and items. */
export interface DueRules {
  readonly rules: readonly DueRule[];
  readonly figures: readonly ItemFigure[];
  /** When the scores were published; imports do not write meanwhile, so that all rows from before are there. */
  readonly scoredAt: Date;
}

/** What became of a batch of rules. */
export interface EvaluatedRules {
  /** All that matches the rules now. */
  readonly matches: readonly ItemMatch[];
  readonly alerts: readonly NewAlert[];
  /** By rule, up to when what was added is evaluated now. */
  readonly evaluatedUntil: ReadonlyMap<string, Date>;
}

/** The alerts of users. */
export abstract class Alerts {
  /** Returns a user's last alerts, newest first. */
  abstract listFor(userId: string, limit: number): Promise<readonly StoredAlert[]>;

  /** Marks a user's alerts as read; others are ignored. */
  abstract markRead(userId: string, ids: readonly string[], now: Date): Promise<void>;

  /**
   * Has every rule evaluated that was not since the last recompute, in batches of one transaction each. However often, concurrently, or
   * interrupted it runs, a rule is evaluated once per day of scores, and each of its alerts is written once. Forgets the old alerts of the
   * rules' users. Returns how many alerts this call wrote.
   */
  abstract evaluateDue(scope: LockScope, now: Date, evaluate: (due: DueRules) => Promise<EvaluatedRules>): Promise<number>;

  /**
   * Queues the email that `compose` makes of a user's alerts that no email had, newest first (null: none), for every confirmed user who has
   * these emails on. However often, concurrently, or interrupted it runs, a user gets at most one on a day, and each alert once. Returns how
   * many this call queued.
   */
  abstract queueEmails(
    scope: LockScope,
    day: Day,
    now: Date,
    compose: (user: DueUser, alerts: readonly StoredAlert[]) => Email | null,
  ): Promise<number>;
}
