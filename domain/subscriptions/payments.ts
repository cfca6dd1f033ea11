import type { BillingNotice } from '#domain/subscriptions/billing-notice';
import type { PriceList } from '#domain/subscriptions/price-list';
import type { Subscription } from '#domain/subscriptions/subscription';
import type { CheckoutSettings } from '#domain/subscriptions/contract';

/** The provider's pages a subscriber can open: to cancel, or to change the card. */
export const linkPurposes = ['cancel', 'update'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** When a cancellation takes effect: with the end of the paid period, or immediately. */
export type CancellationTime = 'period_end' | 'now';

/** The payment provider. Methods that call it throw `Unavailable` when it cannot be reached or does not respond in time. */
export abstract class Payments {
  /** The settings with which the browser opens the checkout. */
  abstract readonly checkoutSettings: Pick<CheckoutSettings, 'provider' | 'environment' | 'client_token'>;

  abstract readonly prices: PriceList;

  /**
   * Verifies and parses a notice. Throws `InvalidInput` unless the provider signed these exact bytes within the last minutes and the
   * notice is well-formed; `NotFound` when no provider is configured.
   */
  abstract verifyNotice(body: Uint8Array, signature: string | undefined, now: Date): BillingNotice;

  /** Creates a single-use link to the provider's page, or to a path of our own site; null when there is no such page. */
  abstract createLink(subscriptionId: string, purpose: LinkPurpose): Promise<string | null>;

  /** Cancels a subscription: it is not charged again. Returns its new state if the provider's response contains it. */
  abstract cancel(subscription: Subscription, when: CancellationTime): Promise<BillingNotice | null>;

  /** Undoes a scheduled cancellation. Returns the new state if the provider's response contains it. */
  abstract keep(subscription: Subscription): Promise<BillingNotice | null>;

  /** Fetches the subscription's current state in the form of a notice; null when the provider does not know it. */
  abstract fetchCurrentState(subscriptionId: string): Promise<BillingNotice | null>;
}
