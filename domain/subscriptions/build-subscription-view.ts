import { givesPremium, premiumEndsAt, type Subscription } from '#domain/subscriptions/subscription';
import type { SubscriptionView } from '#domain/subscriptions/contract';

const noSubscriptionView: SubscriptionView = {
  status: 'none',
  is_premium: false,
  renews_at: null,
  ends_at: null,
  can_cancel: false,
  update_url: null,
};

/** The one among a person's subscriptions (the newest first) that matters: one that gives Premium and goes on, else one that gives it, else the newest. */
export function primarySubscription(subscriptions: readonly Subscription[], now: Date): Subscription | null {
  const running = subscriptions.filter((subscription) => givesPremium(subscription, now));
  return running.find((subscription) => premiumEndsAt(subscription) === null) ?? running[0] ?? subscriptions[0] ?? null;
}

/** Will money be taken again? Then it can be cancelled. */
export const willRenew = ({ status, ends_at, ended_at }: Subscription): boolean =>
  ends_at === null && ended_at === null && status !== 'canceled' && status !== 'paused';

/** A person's plan as that person sees it; `provider` is who takes payments now, the only one that can change anything. */
export function buildSubscriptionView(subscriptions: readonly Subscription[], provider: string, now: Date): SubscriptionView {
  const subscription = primarySubscription(subscriptions, now);
  if (!subscription) return noSubscriptionView;
  const isCurrentProvider = subscription.provider === provider;
  return {
    status: subscription.status,
    is_premium: subscriptions.some((subscription) => givesPremium(subscription, now)),
    renews_at: willRenew(subscription) && subscription.status !== 'past_due' ? (subscription.period_ends_at?.toISOString() ?? null) : null,
    ends_at: premiumEndsAt(subscription)?.toISOString() ?? null,
    can_cancel: isCurrentProvider && willRenew(subscription),
    update_url:
      isCurrentProvider && provider === 'paddle' && subscription.ended_at === null ? '/api/users/me/subscription/links/update' : null,
  };
}
