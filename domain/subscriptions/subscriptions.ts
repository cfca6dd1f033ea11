import type { BillingNotice, BillingEffect } from '#domain/subscriptions/billing-notice';
import type { Subscription } from '#domain/subscriptions/subscription';

/** Somebody who can own a subscription. */
export interface Buyer {
  readonly id: string;
  readonly role_id: number;
}

/** A notice with what it means and who, proven, bought. */
export interface EvaluatedNotice extends Omit<BillingNotice, 'change' | 'items' | 'discounted' | 'custom_data'> {
  readonly effect: BillingEffect | null;
  readonly user_id: string | null;
}

/** The events of providers and the subscriptions they add up to. */
export abstract class Subscriptions {
  /** The account of this id; null when there is none (any more). */
  abstract findBuyer(userId: string): Promise<Buyer | null>;

  /**
   * Keeps a notice and what follows from it (the subscription's new state, the letter when Premium starts), all or nothing, one
   * after the other per subscription. False when this event was known: then nothing changes.
   */
  abstract record(notice: EvaluatedNotice, now: Date): Promise<boolean>;

  /** Every subscription of a person, the newest first. */
  abstract listFor(userId: string): Promise<readonly Subscription[]>;

  /** Running subscriptions whose period was over before this time and which nobody has looked after since, the longest forgotten first. */
  abstract listOverdue(provider: Subscription['provider'], before: Date, limit: number): Promise<readonly string[]>;

  /** Notes that the provider was asked about a subscription. */
  abstract markChecked(provider: Subscription['provider'], id: string, now: Date): Promise<void>;
}
