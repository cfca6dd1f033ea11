import { DAY_MS } from '#domain/durations';
import type { SubscriptionStatus } from '#domain/subscriptions/contract';

/** How long Premium continues after a failed payment, while the provider retries it. */
export const GRACE_DAYS = 7;

/** A subscription, computed from its events. */
export interface Subscription {
  readonly provider: 'paddle' | 'sandbox';
  readonly id: string;
  readonly customer_id: string | null;
  readonly status: Exclude<SubscriptionStatus, 'none'>;
  readonly started_at: Date;
  /** The end of the paid period. */
  readonly period_ends_at: Date | null;
  /** When it is scheduled to end; it stays active until then. */
  readonly ends_at: Date | null;
  /** Since when a payment has been overdue. */
  readonly past_due_since: Date | null;
  /** When it ended for good: with the paid period, or immediately by a refund. */
  readonly ended_at: Date | null;
}

/** Returns when this subscription stops giving Premium, possibly in the past; null while no end is known. */
export function premiumEndsAt(subscription: Subscription): Date | null {
  const { status, ends_at, ended_at, past_due_since, started_at } = subscription;
  if (ended_at) return ended_at;
  if (status === 'canceled' || status === 'paused') return ends_at ?? started_at;
  if (status === 'past_due') {
    const grace = new Date((past_due_since ?? started_at).getTime() + GRACE_DAYS * DAY_MS);
    return ends_at && ends_at < grace ? ends_at : grace;
  }
  return ends_at;
}

/** Does this subscription currently give Premium? */
export function givesPremium(subscription: Subscription, now: Date): boolean {
  const end = premiumEndsAt(subscription);
  return subscription.started_at <= now && (end === null || now < end);
}
