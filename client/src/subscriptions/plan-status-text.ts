import type { SubscriptionView } from '#domain/subscriptions/contract';
import { formatDate } from '../ui/format';

/** The plan's name for its badge. */
export function planName(view: SubscriptionView, isAdmin: boolean): string {
  if (view.is_premium) return 'Premium';
  return isAdmin ? 'Admin' : 'Free';
}

/** The plan's status as a sentence. */
export function planStatusText(view: SubscriptionView, isAdmin: boolean): string {
  const { status, is_premium: isPremium, renews_at: renewsAt, ends_at: endsAt } = view;
  if (!isPremium && isAdmin) return 'Admins have every Premium feature.';
  if (!isPremium) return endsAt === null ? "You're on the free plan." : `Premium ended on ${formatDate(endsAt)}.`;
  if (status === 'given' && endsAt !== null) return `Premium was given to you until ${formatDate(endsAt)}. You pay nothing for it.`;
  if (status === 'past_due') {
    const deadline = endsAt === null ? '' : ` by ${formatDate(endsAt)}`;
    return `Your last payment failed. Update your card${deadline} to keep Premium.`;
  }
  if (endsAt !== null) return `Canceled. You keep Premium until ${formatDate(endsAt)} and won't be charged again.`;
  return renewsAt === null ? 'Premium is active.' : `Premium is active. Renews on ${formatDate(renewsAt)}.`;
}
