import type { BillingNotice, BillingEffect } from '#domain/subscriptions/billing-notice';
import type { Subscription } from '#domain/subscriptions/subscription';

/** A user who can own a subscription. */
export interface Buyer {
  readonly id: string;
  readonly role_id: number;
}

/** A notice with its effect and its verified buyer. */
export interface EvaluatedNotice extends Omit<BillingNotice, 'change' | 'items' | 'discounted' | 'custom_data' | 'claimed_user_id'> {
  readonly effect: BillingEffect | null;
  readonly user_id: string | null;
}

/** Stores billing events and the subscriptions computed from them. */
export abstract class Subscriptions {
  /** Returns the account with this id, or null when there is none. */
  abstract findBuyer(userId: string): Promise<Buyer | null>;

  /**
   * Stores a notice, the subscription's new state, and the email when Premium starts, in one transaction that is serialized per
   * subscription. Idempotent: returns false, and changes nothing, when the event is known.
   */
  abstract record(notice: EvaluatedNotice, now: Date): Promise<boolean>;

  /** Returns a user's subscriptions, newest first. */
  abstract listFor(userId: string): Promise<readonly Subscription[]>;

  /** Returns the ids of running subscriptions whose period ended before this time and that were not checked since, longest unchecked first. */
  abstract listOverdue(provider: Subscription['provider'], before: Date, limit: number): Promise<readonly string[]>;

  /** Returns the users with more than one subscription that renews. */
  abstract listUsersWithSeveral(provider: Subscription['provider']): Promise<readonly string[]>;

  /** Emails the operator, once per subscription, that a user has bought Premium a second time. */
  abstract reportDuplicate(subscription: Subscription, now: Date): Promise<void>;

  /** Records that a subscription was checked with the provider. */
  abstract markChecked(provider: Subscription['provider'], id: string, now: Date): Promise<void>;
}
