import type { CurrentUser } from '#domain/auth/contract';
import type { CheckoutSettings } from '#domain/subscriptions/contract';

/** Why one can or cannot buy Premium now. */
export type PurchaseState = 'not_on_sale' | 'signed_out' | 'not_confirmed' | 'already_premium' | 'ready';

type ProspectiveBuyer = Pick<CurrentUser, 'id' | 'is_confirmed' | 'is_premium'>;

/** May this person buy here and now? Server and client ask the same. */
export function purchaseState(user: ProspectiveBuyer | null, provider: CheckoutSettings['provider']): PurchaseState {
  if (user?.is_premium) return 'already_premium';
  if (provider === 'none') return 'not_on_sale';
  if (user === null || user.id === null) return 'signed_out';
  return user.is_confirmed ? 'ready' : 'not_confirmed';
}

/** What the purchase box says under its button. */
export const purchaseHints: Readonly<Record<PurchaseState, string>> = {
  not_on_sale: 'Premium is not on sale here yet.',
  signed_out: 'Please register and confirm your e-mail first.',
  not_confirmed: 'Please confirm your e-mail first.',
  already_premium: 'You already have Premium. Thanks!',
  ready: 'Paid by card through our payment partner. If the button does nothing, disable ad blockers.',
};

/** What it says to administrators where nothing is sold. */
export const NOT_ON_SALE_FOR_ADMINS = 'Set PAYMENT_PROVIDER to sell premium.';
