import { useEffect } from 'react';
import type { CurrentUser } from '#domain/auth/contract';
import { purchaseState } from '#domain/subscriptions/purchase';
import type { CheckoutSettings } from '#domain/subscriptions/contract';
import { browserNavigation, loadedDocumentPath } from '../site/browser-navigation';
import { cancelPurchase, purchase } from './purchase';

/** Resets the purchase when the user leaves the page, so that its outcome is not shown again; one that is activating goes on. */
export function useResetOnLeave(): void {
  useEffect(
    () => () => {
      if (purchase.phase !== 'activating') cancelPurchase();
    },
    [],
  );
}

/**
 * Reloads the page if it was reached from another screen. The content security policy allows the payment provider's script only in a
 * document loaded at `/premium`.
 */
export function useFullPageLoad(checkout: CheckoutSettings | null, user: CurrentUser | null): void {
  const needsScript = checkout?.provider === 'paddle' && purchaseState(user, checkout.provider) === 'ready';
  useEffect(() => {
    const path = loadedDocumentPath();
    if (needsScript && path !== null && !/^\/premium\/?$/i.test(path)) browserNavigation.reload();
  }, [needsScript]);
}
