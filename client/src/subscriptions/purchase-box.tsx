import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { CurrentUser } from '#domain/auth/sessions/contract';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { PREMIUM_PRICE } from '#domain/subscriptions/price-list';
import { NOT_ON_SALE_FOR_ADMINS, purchaseHints, purchaseState, type PurchaseState } from '#domain/subscriptions/purchase';
import type { CheckoutSettings } from '#domain/subscriptions/contract';
import { useSettings } from '../api/settings';
import { paths } from '../site/paths';
import { ResendCode } from '../ui/form/resend-code';
import { useUser } from '../site/session';
import { Link } from 'wouter';
import { useNextPath, useReturnPath } from '../ui/navigation/use-next-path';
import { classes } from '../ui/classes';
import { Button, ButtonLink, buttonClass } from '../ui/form/button';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { waitForPremium, cancelPurchase, openCheckout, payInSandbox, type Product, purchase, type PurchasePhase } from './purchase';
import styles from './purchase-box.module.css';

/** The purchase button with the reason why it is disabled, and the progress of the purchase. */
export function PurchaseBox({ checkout }: { readonly checkout: CheckoutSettings }) {
  const user = useUser();
  const { phase, product: purchased } = useSnapshot(purchase);
  const state = purchaseState(user, checkout.provider);
  const isAdmin = user?.role_id === ADMIN_ROLE;
  const isOpen = useSettings().registration === 'open';
  const hintId = useId();
  const buttons: readonly Product[] = isAdmin ? ['user', 'admin'] : ['user'];
  return (
    <div className={classes('stack at-top gap-3', state !== 'already_premium' && styles.box)}>
      {state === 'signed_out' && isOpen && <SignUpLink />}
      {buttons.map((product) => (
        <Button
          key={product}
          kind={product === 'user' && state !== 'signed_out' ? 'primary' : 'plain'}
          disabled={state !== 'ready' || busyPhases.has(phase)}
          aria-describedby={hintId}
          data-testid={product === 'user' ? 'purchase-button' : 'purchase-button-admin'}
          onClick={() => void openCheckout(checkout, product, user?.email ?? '')}
        >
          {phase === 'opening' && purchased === product ? 'Opening checkout…' : purchaseLabel(product, state)}
        </Button>
      ))}
      <div id={hintId} className="muted text-lg">
        <p>{state === 'not_on_sale' && isAdmin ? NOT_ON_SALE_FOR_ADMINS : purchaseHints[state]}</p>
        {state === 'signed_out' && <SignInLine />}
      </div>
      {state === 'not_confirmed' && <ResendCode />}
      <PurchaseProgress phase={phase} user={user} />
    </div>
  );
}

const busyPhases = new Set<PurchasePhase>(['opening', 'open', 'activating']);

function purchaseLabel(product: Product, state: PurchaseState): string {
  if (product === 'admin') return 'Get Premium (admin)';
  return state === 'already_premium' ? 'You have Premium' : `Get Premium for ${PREMIUM_PRICE} a month`;
}

/** What visitors can do, above the button that they cannot press yet. */
const SignUpLink = () => (
  <ButtonLink kind="primary" href={paths.withNext(paths.register, useReturnPath())}>
    Sign up to get Premium
  </ButtonLink>
);

const SignInLine = () => (
  <p>
    Have an account? <Link href={paths.withNext(paths.login, useReturnPath())}>Sign in</Link>
  </p>
);

/** The progress of the purchase, and what to do if it fails. */
function PurchaseProgress({ phase, user }: { readonly phase: PurchasePhase; readonly user: CurrentUser | null }) {
  if (phase === 'activating') return <ProgressLine>Thanks. Activating Premium…</ProgressLine>;
  if (phase === 'stuck') {
    return (
      <ProgressLine>
        The checkout didn't open. <Button onClick={cancelPurchase}>Try again</Button> <SupportLink />
      </ProgressLine>
    );
  }
  if (phase === 'late') {
    return (
      <ProgressLine>
        We're waiting for the payment to clear. Premium starts automatically.{' '}
        <Button onClick={() => void waitForPremium()}>Check again</Button> <SupportLink />
      </ProgressLine>
    );
  }
  return phase === 'done' && user?.is_premium ? <PremiumActive /> : null;
}

const ProgressLine = ({ children }: { readonly children: ReactNode }) => (
  <output className={classes('rounded block', styles.progress)}>{children}</output>
);

function SupportLink() {
  const { support_email: support } = useSettings();
  return support === '' ? null : <a href={`mailto:${support}`}>Email support</a>;
}

function PremiumActive() {
  const link = useRef<HTMLAnchorElement>(null);
  const next = useNextPath();
  const cameFromScreen = next !== paths.home;
  useEffect(() => link.current?.focus(), []);
  return (
    <ProgressLine>
      <strong>Premium is active.</strong>{' '}
      <Link ref={link} href={cameFromScreen ? next : paths.boards} className={buttonClass()}>
        {cameFromScreen ? 'Back to where you were' : 'Try a keyword'}
      </Link>
    </ProgressLine>
  );
}

/** The stand-in checkout of a site without a payment provider. */
export function SandboxCheckoutDialog() {
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
