import { useSnapshot } from 'valtio';
import { PREMIUM_PRICE } from '#domain/subscriptions/plan';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { cancelPurchase, payInSandbox, purchase } from './purchase';

/** The stand-in checkout of a site without a payment provider. */
export function SandboxCheckout() {
  const { phase, product } = useSnapshot(purchase);
  if (phase !== 'asking') return null;
  return (
    <ConfirmDialog title="Test checkout: no real payment" actionLabel="Pay (test)" onConfirm={payInSandbox} onClose={cancelPurchase}>
      <p>
        Premium{product === 'admin' ? ' (admin)' : ''}, {PREMIUM_PRICE} a month. This triggers the same webhooks as a real payment.
      </p>
    </ConfirmDialog>
  );
}
