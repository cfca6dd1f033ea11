import type { Subscription } from '#domain/subscriptions/subscription';
import type { SubscriptionStatus } from '#domain/subscriptions/contract';

/** Who takes payments; where nobody does it is `none`. */
export type ProviderName = Subscription['provider'];

/** One thing a subscription is for, as the provider names and prices it. `amount` is in the currency's smallest unit (999 is 9.99). */
export interface BilledItem {
  readonly price_id: string;
  readonly amount: number;
  readonly currency: string;
}

/** A whole subscription as it stood when a notice was written. Times are ISO 8601. */
export interface SubscriptionState {
  readonly what: 'state';
  readonly status: Exclude<SubscriptionStatus, 'none'>;
  readonly customer_id: string | null;
  readonly started_at: string;
  /** The end of the period it is in; null when the notice does not say. */
  readonly period_ends_at: string | null;
  /** When it is going to end by somebody's wish. */
  readonly ends_at: string | null;
  /** When it was cancelled or paused; null while it runs. */
  readonly stopped_at: string | null;
}

/** What a notice says of its subscription; the money of one payment has the id of its transaction. */
export type SubscriptionChange =
  | SubscriptionState
  | { readonly what: 'paid'; readonly transaction_id: string; readonly period_ends_at: string }
  | { readonly what: 'refunded'; readonly transaction_id: string }
  | { readonly what: 'restored'; readonly transaction_id: string };

/** A state with our judgement of what is sold in it: the price, and whether it is one of ours at the full amount. */
export interface EvaluatedState extends SubscriptionState {
  readonly price_id: string | null;
  readonly accepted: boolean;
}

/** A change as it is kept: what the fold reads, whatever is configured later. */
export type BillingEffect = EvaluatedState | Exclude<SubscriptionChange, SubscriptionState>;

/** A notice of the provider, understood and not yet judged. */
export interface BillingNotice {
  readonly provider: ProviderName;
  /** The provider's own id of the event: the same event delivered twice has the same one. */
  readonly event_id: string;
  readonly kind: string;
  readonly occurred_at: Date;
  readonly subscription_id: string | null;
  /** Null for what changes no subscription; such notices are kept all the same. */
  readonly change: SubscriptionChange | null;
  readonly items: readonly BilledItem[];
  readonly discounted: boolean;
  /** What our checkout sent along, as it came back; not to be trusted before its signature is checked. */
  readonly custom_data: Readonly<Record<string, unknown>> | null;
  /** The notice as it came, without e-mail addresses. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** An event as the fold reads it. */
export interface BillingEvent {
  readonly event_id: string;
  readonly occurred_at: Date;
  /** The buyer, proven by our signature; null where there was no such proof. */
  readonly user_id: string | null;
  readonly effect: BillingEffect;
}
