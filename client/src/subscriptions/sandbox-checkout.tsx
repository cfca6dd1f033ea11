import { useSnapshot } from 'valtio';
import { PREMIUM_PRICE } from '#domain/subscriptions/plan';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { cancelPurchase, payInSandbox, purchase } from './purchase';

/** The checkout of an installation without a payment partner. */
export function SandboxCheckout() {
  const { phase, product } = useSnapshot(purchase);
  if (phase !== 'asking') return null;
  return (
    <ConfirmDialog title="Sandbox checkout: no money moves" actionLabel="Pretend to pay" onConfirm={payInSandbox} onClose={cancelPurchase}>
      <p>
        Premium{product === 'admin' ? ' (admin)' : ''}, {PREMIUM_PRICE} a month. Paying here sends this installation the same notices as a
        real payment.
      </p>
    </ConfirmDialog>
  );
}
