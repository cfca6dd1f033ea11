import type { BillingNotice } from '#domain/subscriptions/billing-notice';
import type { PriceList } from '#domain/subscriptions/price-list';
import type { Subscription } from '#domain/subscriptions/subscription';
import type { CheckoutSettings } from '#domain/subscriptions/contract';

/** Pages at the provider that a subscriber can be led to: cancelling, or changing the card. */
export const linkPurposes = ['cancel', 'update'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** Who takes the payments. What asks the provider throws `Unavailable` when it cannot be reached or does not answer in time. */
export abstract class Payments {
  /** What the browser needs to open the checkout. */
  abstract readonly checkoutSettings: Pick<CheckoutSettings, 'provider' | 'environment' | 'client_token'>;

  abstract readonly prices: PriceList;

  /**
   * Reads a notice that claims to come from the provider. Throws `InvalidInput` unless these very bytes were signed by it within the
   * last minutes, and when it says what no notice says; `NotFound` where nobody takes payments.
   */
  abstract verifyNotice(body: Uint8Array, signature: string | undefined, now: Date): BillingNotice;

  /** An address made for this click, at the provider or on our own site (then a path); null when there is no such page. */
  abstract createLink(subscriptionId: string, purpose: LinkPurpose): Promise<string | null>;

  /** Ends a subscription with what is paid. Answers its new state where the provider tells it at once. */
  abstract cancel(subscription: Subscription): Promise<BillingNotice | null>;

  /** The subscription as the provider knows it now, as if a notice had come; null when it knows none. */
  abstract fetchCurrentState(subscriptionId: string): Promise<BillingNotice | null>;
}
