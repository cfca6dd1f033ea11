import type { SubscriptionStatus } from '#domain/subscriptions/contract';

/** How long Premium goes on after a payment failed, while the provider tries again. */
export const GRACE_DAYS = 7;
const DAY_MS = 86_400_000;

/** A subscription as its events add up to it. */
export interface Subscription {
  readonly provider: 'paddle' | 'sandbox';
  readonly id: string;
  readonly customer_id: string | null;
  readonly status: Exclude<SubscriptionStatus, 'none'>;
  readonly started_at: Date;
  /** Until when is paid. */
  readonly period_ends_at: Date | null;
  /** When it was asked to end; it stays active until then. */
  readonly ends_at: Date | null;
  /** Since when a payment is missing. */
  readonly past_due_since: Date | null;
  /** When it ended for good: at the end of what was paid, or at once by a refund. */
  readonly ended_at: Date | null;
}

/** When Premium by this subscription ends; null while no end is in sight. A time in the past: it has ended. */
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

/** Does this subscription give Premium now? */
export function givesPremium(subscription: Subscription, now: Date): boolean {
  const end = premiumEndsAt(subscription);
  return subscription.started_at <= now && (end === null || now < end);
}
