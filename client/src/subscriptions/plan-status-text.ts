import type { SubscriptionView } from '#domain/subscriptions/subscription-view';
import { formatDate } from '../ui/format';

/** The plan's name, for its badge. */
export function planName(view: SubscriptionView, isAdmin: boolean): string {
  if (view.is_premium) return 'Premium';
  return isAdmin ? 'Administrator' : 'Free';
}

/** Where a plan stands, as a sentence. */
export function planStatusText(view: SubscriptionView, isAdmin: boolean): string {
  const { status, is_premium: isPremium, renews_at: renews, ends_at: ends } = view;
  if (!isPremium && isAdmin) return 'Administrators may use everything.';
  if (!isPremium) return ends === null ? 'You have no Premium.' : `Premium ended on ${formatDate(ends)}.`;
  if (status === 'past_due') {
    const until = ends === null ? '' : ` Premium ends on ${formatDate(ends)} unless it goes through.`;
    return `The last payment failed.${until} Please check your card.`;
  }
  if (ends !== null) return `Cancelled. Premium stays until ${formatDate(ends)}; nothing more is paid.`;
  return renews === null ? 'Premium is active.' : `Premium is active. The next payment is on ${formatDate(renews)}.`;
}
