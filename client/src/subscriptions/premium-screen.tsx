import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { PREMIUM_PRICE, PREMIUM_TERMS } from '#domain/subscriptions/plan';
import { purchaseState } from '#domain/subscriptions/purchase';
import type { CheckoutSettings } from '#domain/subscriptions/subscription-view';
import { api } from '../api/api';
import { paths } from '../site/paths';
import { useUser } from '../site/session';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { Icon } from '../ui/icon';
import { Screen } from '../ui/navigation/screen';
import { loadedDocumentPath, browserNavigation } from '../site/browser-navigation';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { type Resource, useResource } from '../api/use-resource';
import { CancelInstructions } from './plan-card';
import { cancelPurchase, purchase } from './purchase';
import { PurchaseBox } from './purchase-box';
import { SandboxCheckout } from './sandbox-checkout';
import '../styles/premium.css';

const features = [
  {
    title: 'Keyword research',
    text: 'Search all boards, pins and influencers by keyword, and see what works for others in your niche.',
    link: { name: 'See what it finds', path: paths.sample },
  },
  {
    title: 'Momentum score',
    text: 'An AI-powered ranking of follower growth: one number from 0 to 100 that says what grows now, with its reasons.',
    link: { name: 'How this score is made', path: paths.momentum },
  },
  {
    title: 'Full analytics',
    text: 'The whole history of every count, growth over five periods up to a year, and every list as a CSV file.',
    link: { name: 'Look at the lists', path: paths.boards },
  },
] as const;

const benefits = [
  'Keyword search in all three lists',
  'Every page of every list',
  'Momentum with its reasons',
  'The whole history and five growth periods',
  'CSV export of your lists',
];

/** `/premium`: what it is, what it costs, and the way to buy it. */
export function PremiumScreen() {
  const checkout = useResource('/checkout', (signal) => api('GET /checkout', { signal }));
  useResetOnLeave();
  useReloadOnUserChange(checkout);
  useFullPageLoad(checkout.data);
  return (
    <Screen className="premium" heading="Research what works, before you pin">
      <div className="premium__features">
        {features.map(({ title, text, link }) => (
          <section key={title} className="card premium__feature">
            <h2>{title}</h2>
            <p>{text}</p>
            <p>
              <Link href={link.path}>{link.name}</Link>
            </p>
          </section>
        ))}
      </div>
      <PremiumPlan checkout={checkout} />
      <SandboxCheckout />
    </Screen>
  );
}

function PremiumPlan({ checkout: { data, error, reload } }: { readonly checkout: Resource<CheckoutSettings> }) {
  const user = useUser();
  return (
    <section className="card premium__offer" aria-labelledby="offer">
      <h2 id="offer">Premium</h2>
      <p>
        <strong className="premium__price">{PREMIUM_PRICE}</strong> {PREMIUM_TERMS}
      </p>
      <ul className="premium__benefits">
        {benefits.map((benefit) => (
          <li key={benefit}>
            <Icon name="check" /> {benefit}
          </li>
        ))}
      </ul>
      {data && <PurchaseBox checkout={data} />}
      {!data && error && <ErrorPanel title="We could not load the offer." error={error} onRetry={() => void reload()} />}
      {!data && !error && <SkeletonBar height={44} />}
      <CancelInstructions user={user} />
    </section>
  );
}

/** What is over, or never came to anything, is not shown again the next time. */
function useResetOnLeave(): void {
  useEffect(
    () => () => {
      if (purchase.phase !== 'activating') cancelPurchase();
    },
    [],
  );
}

/**
 * The partner's script is let into the document of this very address alone. Who came from another screen is still in that one's
 * document, and gets this one before the button can be pressed.
 */
function useFullPageLoad(settings: CheckoutSettings | null): void {
  const user = useUser();
  const needsScript = settings?.provider === 'paddle' && purchaseState(user, settings.provider) === 'ready';
  useEffect(() => {
    const path = loadedDocumentPath();
    if (needsScript && path !== null && !/^\/premium\/?$/i.test(path)) browserNavigation.reload();
  }, [needsScript]);
}

/** The signed data of the checkout belong to one user: another one gets new ones. */
function useReloadOnUserChange({ reload }: Resource<CheckoutSettings>): void {
  const id = useUser()?.id ?? null;
  const seenUserId = useRef(id);
  useEffect(() => {
    if (seenUserId.current === id) return;
    seenUserId.current = id;
    void reload();
  }, [id, reload]);
}
