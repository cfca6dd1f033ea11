import { DAY_MS } from '#domain/durations';
import { PREMIUM_CURRENCY, MIN_AMOUNT_CENTS } from '#domain/subscriptions/price-list';
import type { Subscription } from '#domain/subscriptions/subscription';

/** The prices of the sandbox. */
export const sandboxPrices = { price_id: 'pri_sandbox_premium', admin_price_id: 'pri_sandbox_admin' } as const;

/** The sandbox's billing period. */
const PERIOD_MS = 30 * DAY_MS;

/** Returns the end of a period. */
export const periodEndFrom = (start: Date): Date => new Date(start.getTime() + PERIOD_MS);

/** A subscription at the sandbox's provider. */
export interface SandboxSubscription extends Pick<Subscription, 'id' | 'status' | 'started_at' | 'ends_at'> {
  readonly customer_id: string;
  readonly price_id: string;
  readonly period_ends_at: Date;
  readonly canceled_at: Date | null;
  readonly custom_data: Readonly<Record<string, string>>;
}

/** The `data` of `subscription.*`, in the shape of Paddle Billing; JSON writes times in its form. */
export const subscriptionData = (subscription: SandboxSubscription, now: Date) => ({
  id: subscription.id,
  status: subscription.status,
  customer_id: subscription.customer_id,
  address_id: 'add_sandbox',
  business_id: null,
  currency_code: PREMIUM_CURRENCY,
  collection_mode: 'automatic',
  created_at: subscription.started_at,
  updated_at: now,
  started_at: subscription.started_at,
  first_billed_at: subscription.started_at,
  next_billed_at: subscription.ends_at || subscription.canceled_at ? null : subscription.period_ends_at,
  paused_at: null,
  canceled_at: subscription.canceled_at,
  discount: null,
  billing_cycle: { interval: 'month', frequency: 1 },
  current_billing_period: {
    starts_at: new Date(subscription.period_ends_at.getTime() - PERIOD_MS),
    ends_at: subscription.period_ends_at,
  },
  scheduled_change: subscription.ends_at && { action: 'cancel', effective_at: subscription.ends_at, resume_at: null },
  items: [
    {
      status: 'active',
      quantity: 1,
      recurring: true,
      price: {
        id: subscription.price_id,
        product_id: 'pro_sandbox',
        description: 'Premium',
        type: 'standard',
        billing_cycle: { interval: 'month', frequency: 1 },
        unit_price: { amount: String(MIN_AMOUNT_CENTS), currency_code: PREMIUM_CURRENCY },
        status: 'active',
      },
    },
  ],
  custom_data: subscription.custom_data,
});

/** The `data` of `transaction.*`. */
export const transactionData = (subscription: SandboxSubscription, id: string, now: Date) => ({
  id,
  status: 'completed',
  subscription_id: subscription.id,
  customer_id: subscription.customer_id,
  currency_code: PREMIUM_CURRENCY,
  billed_at: now,
  billing_period: { starts_at: now, ends_at: subscription.period_ends_at },
  custom_data: subscription.custom_data,
});

/** The `data` of `adjustment.*`: a full refund. */
export const refundData = (subscription: SandboxSubscription, id: string, transactionId: string, now: Date) => ({
  id,
  action: 'refund',
  type: 'full',
  status: 'approved',
  reason: 'sandbox',
  transaction_id: transactionId,
  subscription_id: subscription.id,
  customer_id: subscription.customer_id,
  currency_code: PREMIUM_CURRENCY,
  created_at: now,
  updated_at: now,
});
