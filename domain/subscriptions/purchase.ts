import type { CurrentUser } from '#domain/auth/sessions/contract';
import type { CheckoutSettings } from '#domain/subscriptions/contract';

/** Why a user can or cannot buy Premium now. */
export type PurchaseState = 'not_on_sale' | 'signed_out' | 'not_confirmed' | 'already_premium' | 'ready';

type ProspectiveBuyer = Pick<CurrentUser, 'id' | 'is_confirmed' | 'is_premium'>;

/** Returns whether this user can buy now. Shared by server and client. */
export function purchaseState(user: ProspectiveBuyer | null, provider: CheckoutSettings['provider']): PurchaseState {
  if (user?.is_premium) return 'already_premium';
  if (provider === 'none') return 'not_on_sale';
  if (user === null || user.id === null) return 'signed_out';
  return user.is_confirmed ? 'ready' : 'not_confirmed';
}

/** The hint under the purchase button. */
export const purchaseHints: Readonly<Record<PurchaseState, string>> = {
  not_on_sale: "Premium isn't on sale here yet.",
  signed_out: 'Please register and confirm your email first.',
  not_confirmed: 'Please confirm your email first.',
  already_premium: 'You already have Premium. Thanks!',
  ready: 'Pay by card through our payment provider. If nothing happens, disable your ad blocker.',
};

/** The hint for administrators when no provider is configured. */
export const NOT_ON_SALE_FOR_ADMINS = 'Set PAYMENT_PROVIDER to sell Premium.';
