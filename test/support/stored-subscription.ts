import { DAY_MS } from '#domain/durations';
import type { Subscription } from '#domain/subscriptions/subscription';

/** A Paddle subscription as of `now` that started 40 days ago and renews in ten, with these overrides. */
export const subscriptionAsOf = (now: Date, overrides: Partial<Subscription> = {}): Subscription => ({
  provider: 'paddle',
  id: 'sub_1',
  customer_id: null,
  status: 'active',
  started_at: new Date(now.getTime() - 40 * DAY_MS),
  period_ends_at: new Date(now.getTime() + 10 * DAY_MS),
  ends_at: null,
  past_due_since: null,
  ended_at: null,
  ...overrides,
});
