import { SECOND_MS } from '#domain/durations';
import type { CheckoutSettings } from '#domain/subscriptions/contract';
import { api } from '../api/api';
import { trackEvent } from '../api/track-event';
import { loadSession, session } from '../site/session';
import { notify } from '../site/toast';
import { markPlanChanged } from './plan-state';
import { createStore } from '../api/store';

/** The product to buy; `admin` is the second button that admins see. */
export type Product = 'user' | 'admin';

/**
 * The phase of a purchase: `opening` the checkout, `stuck` if that fails or takes too long, `open` (`asking` in the sandbox),
 * `activating` after the payment while we wait for the provider's webhook, `late` if that takes over a minute, `done`.
 */
export type PurchasePhase = 'idle' | 'opening' | 'stuck' | 'open' | 'asking' | 'activating' | 'late' | 'done';

/** The purchase in progress; only the actions in this file change it. */
export const purchase = createStore<{ phase: PurchasePhase; product: Product }>(() => ({ phase: 'idle', product: 'user' }));

const CHECKOUT_TIMEOUT_MS = 8 * SECOND_MS;
/** Delays before each check whether Premium is active: the first is immediate, the last after a minute. */
const POLL_DELAYS_MS = [0, 1, 2, 4, 8, 15, 30].map((seconds) => seconds * SECOND_MS);

let checkoutTimer: ReturnType<typeof setTimeout> | undefined;

function setPhase(phase: PurchasePhase): void {
  clearTimeout(checkoutTimer);
  purchase.phase = phase;
}

/** Opens the provider's checkout. */
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
    // For example an ad blocker or a lost connection.
    console.warn("The checkout couldn't be opened.", error);
    setPhase('stuck');
  }
}

/** Handles the events of the provider's checkout. */
function handleCheckoutEvent(event: string): void {
  if (event === 'checkout.completed') void waitForPremium();
  else if (event === 'checkout.loaded') setPhase('open');
  else if (event === 'checkout.error') setPhase('stuck');
  else if (event === 'checkout.closed' && (purchase.phase === 'open' || purchase.phase === 'opening')) {
    setPhase('idle');
    void loadSession();
  }
}

/** Simulates a payment; the server receives the same webhooks as for a real one. */
export async function payInSandbox(): Promise<void> {
  await api('POST /sandbox/payments', { body: { action: 'pay', product: purchase.product } });
  void waitForPremium();
}

/** Ends a purchase whose payment was not made. */
export const cancelPurchase = (): void => {
  if (purchase.phase !== 'activating') setPhase('idle');
};

/** Polls the session until Premium is active, which only the provider's webhook to the server can cause. */
export async function waitForPremium(): Promise<void> {
  if (purchase.phase === 'activating') return;
  setPhase('activating');
  for (const delayMs of POLL_DELAYS_MS) {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    await loadSession();
    if (session.user?.is_premium) {
      setPhase('done');
      markPlanChanged();
      notify('Premium is active. Try a keyword.', 'success');
      return;
    }
  }
  setPhase('late');
}
