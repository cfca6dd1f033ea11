import { DAY_MS } from '#domain/durations';
import type { SubscriptionStatus, SubscriptionView } from '#domain/subscriptions/contract';

/** How long Premium continues after a failed payment, while the provider retries it, and after a period that nothing has renewed. */
const GRACE_DAYS = 7;

/** A subscription, computed from its events. */
export interface Subscription {
  /** `given`: an administrator gave it, until a date and at no charge. */
  readonly provider: 'paddle' | 'sandbox' | 'given';
  readonly id: string;
  readonly customer_id: string | null;
  readonly status: Exclude<SubscriptionStatus, 'none' | 'given'>;
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
export function premiumEndsAt(subscription: Subscription, now: Date): Date | null {
  const end = statedEndOf(subscription);
  const lastDay = subscription.period_ends_at && new Date(subscription.period_ends_at.getTime() + GRACE_DAYS * DAY_MS);
  // A renewal without a notice by then did not take place, whatever the status says.
  return lastDay && lastDay <= now && (end === null || lastDay < end) ? lastDay : end;
}

/** The end that the provider's notices state. */
function statedEndOf({ status, ends_at, ended_at, past_due_since, started_at }: Subscription): Date | null {
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
  const end = premiumEndsAt(subscription, now);
  return subscription.started_at <= now && (end === null || now < end);
}

const toDate = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

/** Parses a subscription from a JSON row, in which times are texts. */
export function parseStoredSubscription(row: Readonly<Record<string, string | null>>): Subscription {
  return {
    provider: row['provider'] as Subscription['provider'],
    id: row['id'] ?? '',
    customer_id: row['customer_id'] ?? null,
    status: row['status'] as Subscription['status'],
    started_at: toDate(row['started_at']) ?? new Date(0),
    period_ends_at: toDate(row['period_ends_at']),
    ends_at: toDate(row['ends_at']),
    past_due_since: toDate(row['past_due_since']),
    ended_at: toDate(row['ended_at']),
  };
}

/** The stored subscriptions that give Premium now. Those of the sandbox count only while it is the payment provider. */
export const premiumSubscriptions = (
  rows: readonly Readonly<Record<string, string | null>>[] | null,
  now: Date,
  countsSandbox: boolean,
): readonly Subscription[] =>
  (rows ?? [])
    .map(parseStoredSubscription)
    .filter((subscription) => (countsSandbox || subscription.provider !== 'sandbox') && givesPremium(subscription, now));

/** May the user be charged again? Only then can the subscription be canceled. A refund ends Premium, but not what the provider charges. */
export const willRenew = (subscription: Subscription): boolean => isRunning(subscription) && subscription.ends_at === null;

/** Is its cancellation scheduled for later? Until then, the user can undo it. */
export const canBeKept = (subscription: Subscription, now: Date): boolean =>
  isRunning(subscription) && subscription.ended_at === null && subscription.ends_at !== null && now < subscription.ends_at;

const isRunning = ({ status }: Subscription): boolean => status !== 'canceled' && status !== 'paused';

/**
 * Returns the subscriptions that charge a user for what another one already gives: all that renew, or whose overdue payment the provider
 * retries, without the first that started, which is one that is paid if there is any.
 */
export function duplicateSubscriptions(subscriptions: readonly Subscription[], now: Date): readonly Subscription[] {
  const isOverdue = ({ status }: Subscription): boolean => status === 'past_due';
  const charged = subscriptions.filter((one) => willRenew(one) && (givesPremium(one, now) || (isOverdue(one) && one.ended_at === null)));
  const paidFirst = charged.toSorted(
    (a, b) => Number(isOverdue(a)) - Number(isOverdue(b)) || a.started_at.getTime() - b.started_at.getTime() || (a.id < b.id ? -1 : 1),
  );
  return paidFirst.slice(1);
}

const noSubscriptionView: SubscriptionView = {
  status: 'none',
  is_premium: false,
  renews_at: null,
  ends_at: null,
  can_cancel: false,
  can_keep: false,
  update_url: null,
};

/**
 * Picks the subscription to show and manage from a user's subscriptions (newest first): one with Premium and no end date, else one with
 * Premium, else the newest. What the user pays for comes before what was given.
 */
export function primarySubscription(subscriptions: readonly Subscription[], now: Date): Subscription | null {
  const running = subscriptions.filter((subscription) => givesPremium(subscription, now));
  const paid = running.filter(({ provider }) => provider !== 'given');
  return paid.find((subscription) => premiumEndsAt(subscription, now) === null) ?? paid[0] ?? running[0] ?? subscriptions[0] ?? null;
}

/** Builds the plan a user sees. `provider` is the configured one; subscriptions of others cannot be changed here. */
export function buildSubscriptionView(subscriptions: readonly Subscription[], provider: string, now: Date): SubscriptionView {
  const subscription = primarySubscription(subscriptions, now);
  if (!subscription) return noSubscriptionView;
  const isCurrentProvider = subscription.provider === provider;
  const renews = willRenew(subscription) && subscription.status !== 'past_due' && subscription.ended_at === null;
  return {
    status: subscription.provider === 'given' ? 'given' : subscription.status,
    is_premium: subscriptions.some((subscription) => givesPremium(subscription, now)),
    renews_at: renews ? (subscription.period_ends_at?.toISOString() ?? null) : null,
    ends_at: premiumEndsAt(subscription, now)?.toISOString() ?? null,
    can_cancel: subscriptions.some((each) => each.provider === provider && willRenew(each)),
    can_keep: isCurrentProvider && canBeKept(subscription, now),
    update_url:
      isCurrentProvider && provider === 'paddle' && subscription.ended_at === null ? '/api/users/me/subscription/links/update' : null,
  };
}
