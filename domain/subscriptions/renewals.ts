import { type Subscription, givesPremium } from '#domain/subscriptions/subscription';

/** Will the user be charged again? Only then can the subscription be canceled. */
export const willRenew = (subscription: Subscription): boolean => isRunning(subscription) && subscription.ends_at === null;

/** Is its cancellation scheduled for later? Until then, the user can undo it. */
export const canBeKept = (subscription: Subscription, now: Date): boolean =>
  isRunning(subscription) && subscription.ends_at !== null && now < subscription.ends_at;

const isRunning = ({ status, ended_at }: Subscription): boolean => ended_at === null && status !== 'canceled' && status !== 'paused';

/**
 * Returns the subscriptions that charge a user for what another one already gives: all that renew, without the one that started first.
 */
export function duplicateSubscriptions(subscriptions: readonly Subscription[], now: Date): readonly Subscription[] {
  const renewing = subscriptions.filter((subscription) => willRenew(subscription) && givesPremium(subscription, now));
  const byStart = renewing.toSorted((a, b) => a.started_at.getTime() - b.started_at.getTime() || (a.id < b.id ? -1 : 1));
  return byStart.slice(1);
}
