import { proxy } from 'valtio';
import type { CheckoutSettings } from '#domain/subscriptions/subscription-view';
import { api } from '../api/api';
import { trackEvent } from '../api/track-event';
import { loadSession, session } from '../site/session';
import { notify } from '../site/toast';
import { markPlanChanged } from './plan-state';

/** What is sold: to everybody, or through the second button of administrators. */
export type Product = 'user' | 'admin';

/**
 * Where a purchase stands: `opening` the checkout, `stuck` when that takes too long, `open` in front of the buyer (`asking` in
 * the sandbox), `activating` once it is paid and we wait for the provider's word, `late` when that takes over a minute, `done`.
 */
export type PurchasePhase = 'idle' | 'opening' | 'stuck' | 'open' | 'asking' | 'activating' | 'late' | 'done';

/** The one purchase under way; changed by the actions of this file only. */
export const purchase = proxy<{ phase: PurchasePhase; product: Product }>({ phase: 'idle', product: 'user' });

/** After so long without a checkout one may try again. */
const CHECKOUT_TIMEOUT_MS = 8000;
/** Seconds between looks at whether Premium is there: about a minute in all. */
const pollDelaysSeconds = [1, 2, 4, 8, 15, 30];

let checkoutTimer: ReturnType<typeof setTimeout> | undefined;

function setPhase(phase: PurchasePhase): void {
  clearTimeout(checkoutTimer);
  purchase.phase = phase;
}

/** Opens the checkout of this provider for one product. */
export async function openCheckout(settings: CheckoutSettings, product: Product, email: string): Promise<void> {
  purchase.product = product;
  trackEvent('purchase_opened', { product });
  if (settings.provider === 'sandbox') return setPhase('asking');
  setPhase('opening');
  checkoutTimer = setTimeout(() => setPhase('stuck'), CHECKOUT_TIMEOUT_MS);
  try {
    const { openPaddle } = await import('./paddle');
    await openPaddle({
      settings,
      priceId: (product === 'admin' ? settings.admin_price_id : settings.price_id) ?? '',
      email,
      onEvent: handleCheckoutEvent,
    });
  } catch (error) {
    // An ad blocker, no connection, or a content policy: to the buyer it is all the same.
    console.warn('The checkout could not be opened.', error);
    setPhase('stuck');
  }
}

/** What the provider's checkout says about itself. */
function handleCheckoutEvent(event: string): void {
  if (event === 'checkout.completed') void waitForPremium();
  else if (event === 'checkout.loaded') setPhase('open');
  else if (event === 'checkout.error') setPhase('stuck');
  else if (event === 'checkout.closed' && (purchase.phase === 'open' || purchase.phase === 'opening')) {
    setPhase('idle');
    void loadSession();
  }
}

/** The sandbox's payment: no money, but the same notices as from the provider. */
export async function payInSandbox(): Promise<void> {
  await api('POST /sandbox/payments', { body: { action: 'pay', product: purchase.product } });
  void waitForPremium();
}

/** Nothing was bought. */
export const cancelPurchase = (): void => setPhase('idle');

/** Only the provider's notice to the server makes somebody Premium: we look until it has come. */
export async function waitForPremium(): Promise<void> {
  if (purchase.phase === 'activating') return;
  setPhase('activating');
  for (const delaySeconds of [0, ...pollDelaysSeconds]) {
    if (delaySeconds > 0) await new Promise((resolve) => setTimeout(resolve, delaySeconds * 1000));
    await loadSession();
    if (session.user?.is_premium) {
      setPhase('done');
      markPlanChanged();
      trackEvent('premium_started', { product: purchase.product });
      notify('Premium is active. Try a keyword.', 'success');
      return;
    }
  }
  setPhase('late');
}
