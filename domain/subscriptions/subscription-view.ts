/** Where a subscription stands, in the payment provider's words; `none` for somebody who never bought one. */
export type SubscriptionStatus = 'none' | 'active' | 'trialing' | 'past_due' | 'paused' | 'canceled';

/** A person's plan, as that person sees it. Times are ISO 8601 in UTC. */
export interface SubscriptionView {
  readonly status: SubscriptionStatus;
  readonly is_premium: boolean;
  /** The next payment, when one is due. */
  readonly renews_at: string | null;
  /** When Premium ends: cancelled, or a payment that failed and its grace. */
  readonly ends_at: string | null;
  readonly can_cancel: boolean;
  /** A route of ours that leads to the provider's page for changing the card; null where there is none. */
  readonly update_url: string | null;
}

/** What the premium page needs to open the checkout. */
export interface CheckoutSettings {
  /** `none`: this site sells nothing. */
  readonly provider: 'paddle' | 'sandbox' | 'none';
  readonly environment: 'production' | 'sandbox';
  readonly client_token: string | null;
  readonly price_id: string | null;
  /** The product of the second button, for administrators alone. */
  readonly admin_price_id: string | null;
  /** Travels through the provider and comes back with every notice; signed by us. Null for visitors. */
  readonly custom_data: Readonly<Record<string, string>> | null;
}
