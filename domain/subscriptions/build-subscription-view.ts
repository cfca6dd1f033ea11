import { givesPremium, premiumEndsAt, type Subscription, canBeKept, willRenew } from '#domain/subscriptions/subscription';
import type { SubscriptionView } from '#domain/subscriptions/contract';

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
  return {
    status: subscription.provider === 'given' ? 'given' : subscription.status,
    is_premium: subscriptions.some((subscription) => givesPremium(subscription, now)),
    renews_at: willRenew(subscription) && subscription.status !== 'past_due' ? (subscription.period_ends_at?.toISOString() ?? null) : null,
    ends_at: premiumEndsAt(subscription, now)?.toISOString() ?? null,
    can_cancel: isCurrentProvider && willRenew(subscription),
    can_keep: isCurrentProvider && canBeKept(subscription, now),
    update_url:
      isCurrentProvider && provider === 'paddle' && subscription.ended_at === null ? '/api/users/me/subscription/links/update' : null,
  };
}
