import { proxy } from 'valtio';
import type { CheckoutSettings } from '#domain/subscriptions/subscription';
import { api } from '../api/api';
import { report } from '../api/events';
import { loadSession, session } from '../session';
import { notify } from '../ui/toast';
import { planChanged } from './plan-state';

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
const PATIENCE = 8000;
/** Seconds between looks at whether Premium is there: about a minute in all. */
const pauses = [1, 2, 4, 8, 15, 30];

let patience: ReturnType<typeof setTimeout> | undefined;

function enter(phase: PurchasePhase): void {
  clearTimeout(patience);
  purchase.phase = phase;
}

/** Opens the checkout of this provider for one product. */
export async function openCheckout(settings: CheckoutSettings, product: Product, email: string): Promise<void> {
  purchase.product = product;
  report('purchase_opened', { product });
  if (settings.provider === 'sandbox') return enter('asking');
  enter('opening');
  patience = setTimeout(() => enter('stuck'), PATIENCE);
  try {
    const { openPaddle } = await import('./paddle');
    await openPaddle({
      settings,
      priceId: (product === 'admin' ? settings.admin_price_id : settings.price_id) ?? '',
      email,
      onEvent: follow,
    });
  } catch (error) {
    // An ad blocker, no connection, or a content policy: to the buyer it is all the same.
    console.warn('The checkout could not be opened.', error);
    enter('stuck');
  }
}

/** What the provider's checkout says about itself. */
function follow(event: string): void {
  if (event === 'checkout.completed') void activate();
  else if (event === 'checkout.loaded') enter('open');
  else if (event === 'checkout.error') enter('stuck');
  else if (event === 'checkout.closed' && (purchase.phase === 'open' || purchase.phase === 'opening')) {
    enter('idle');
    void loadSession();
  }
}

/** The sandbox's payment: no money, but the same notices as from the provider. */
export async function pretendToPay(): Promise<void> {
  await api('POST /sandbox/payments', { body: { action: 'pay', product: purchase.product } });
  void activate();
}

/** Nothing was bought. */
export const giveUp = (): void => enter('idle');

/** Only the provider's notice to the server makes somebody Premium: we look until it has come. */
export async function activate(): Promise<void> {
  if (purchase.phase === 'activating') return;
  enter('activating');
  for (const pause of [0, ...pauses]) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause * 1000));
    await loadSession();
    if (session.user?.is_premium) {
      enter('done');
      planChanged();
      report('premium_started', { product: purchase.product });
      notify('Premium is active. Try a keyword.', 'success');
      return;
    }
  }
  enter('late');
}
