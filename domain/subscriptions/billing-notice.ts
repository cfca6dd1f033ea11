import type { Subscription } from '#domain/subscriptions/subscription';

/** The payment provider of a subscription. */
export type ProviderName = Exclude<Subscription['provider'], 'given'>;

/** An item of a subscription, with the provider's price. `amount` is in the currency's smallest unit (999 is 9.99). */
export interface BilledItem {
  readonly price_id: string;
  readonly amount: number;
  readonly currency: string;
}

/** The full state of a subscription at the time of a notice. Times are ISO 8601. */
export interface SubscriptionState {
  readonly what: 'state';
  readonly status: Subscription['status'];
  readonly customer_id: string | null;
  readonly started_at: string;
  /** The end of the current period; null when the notice does not state it. */
  readonly period_ends_at: string | null;
  /** When it is scheduled to end. */
  readonly ends_at: string | null;
  /** When it was canceled or paused; null while it is active. */
  readonly stopped_at: string | null;
}

/** What a notice changes about its subscription. `transaction_id` identifies a payment. */
export type SubscriptionChange =
  | SubscriptionState
  | { readonly what: 'paid'; readonly transaction_id: string; readonly period_ends_at: string }
  | { readonly what: 'refunded'; readonly transaction_id: string }
  | { readonly what: 'restored'; readonly transaction_id: string };

/** A state with the result of the price check: the price, and whether it is one of ours at the full amount. */
export interface EvaluatedState extends SubscriptionState {
  readonly price_id: string | null;
  readonly accepted: boolean;
}

/** A change as it is stored, so that a later configuration cannot alter its meaning. */
export type BillingEffect = EvaluatedState | Exclude<SubscriptionChange, SubscriptionState>;

/** A parsed notice of the provider, before the price check. */
export interface BillingNotice {
  readonly provider: ProviderName;
  /** The provider's id of the event; the same for repeated deliveries. */
  readonly event_id: string;
  readonly kind: string;
  readonly occurred_at: Date;
  readonly subscription_id: string | null;
  /** Null when nothing changes; such notices are stored too. */
  readonly change: SubscriptionChange | null;
  readonly items: readonly BilledItem[];
  readonly discounted: boolean;
  /** The data our checkout attached. Untrusted until its signature is verified. */
  readonly custom_data: Readonly<Record<string, unknown>> | null;
  /** The account the notice names as its buyer, verified or not. */
  readonly claimed_user_id: string | null;
  /** The original notice without email addresses. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** A stored event that changes a subscription. */
export interface BillingEvent {
  readonly event_id: string;
  readonly occurred_at: Date;
  /** The buyer, verified by our signature; null when there was none. */
  readonly user_id: string | null;
  readonly effect: BillingEffect;
}
