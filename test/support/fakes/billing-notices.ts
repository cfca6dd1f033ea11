import { randomUUID } from 'node:crypto';
import type { BillingNotice, SubscriptionState } from '#domain/subscriptions/billing-notice';
import { DAY_MS } from '#domain/durations';

/** The state of an active subscription that started at `now` and is paid for 30 days. */
export const activeStateAt = (now: Date, overrides: Partial<SubscriptionState> = {}): SubscriptionState => ({
  what: 'state',
  status: 'active',
  customer_id: 'ctm_1',
  started_at: now.toISOString(),
  period_ends_at: new Date(now.getTime() + 30 * DAY_MS).toISOString(),
  ends_at: null,
  stopped_at: null,
  ...overrides,
});

/** A notice about subscription `sub_1` at our price. */
export const billingNotice = (now: Date, overrides: Partial<BillingNotice> = {}): BillingNotice => ({
  provider: 'paddle',
  event_id: randomUUID(),
  kind: 'subscription.updated',
  occurred_at: now,
  subscription_id: 'sub_1',
  change: activeStateAt(now),
  items: [{ price_id: 'pri_premium', amount: 999, currency: 'USD' }],
  discounted: false,
  custom_data: null,
  claimed_user_id: null,
  raw: {},
  ...overrides,
});
