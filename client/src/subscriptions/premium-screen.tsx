import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { PREMIUM_PRICE, PREMIUM_TERMS } from '#domain/subscriptions/plan';
import { purchaseState } from '#domain/subscriptions/purchase';
import type { CheckoutSettings } from '#domain/subscriptions/subscription';
import { api } from '../api/api';
import { paths } from '../app/paths';
import { useUser } from '../session';
import { ErrorPanel } from '../ui/error-panel';
import { Icon } from '../ui/icon';
import { Screen } from '../ui/screen';
import { documentPath, outside } from '../ui/leave';
import { Bone } from '../ui/skeleton';
import { type Loaded, useLoaded } from '../ui/use-loaded';
import { CancelRule } from './plan-card';
import { giveUp, purchase } from './purchase';
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
  const checkout = useLoaded((signal) => api('GET /checkout', { signal }));
  useForgetting();
  useFreshTerms(checkout);
  useOwnDocument(checkout.data);
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
      <Offer checkout={checkout} />
      <SandboxCheckout />
    </Screen>
  );
}

function Offer({ checkout: { data, fault, reload } }: { readonly checkout: Loaded<CheckoutSettings> }) {
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
      {!data && fault && <ErrorPanel title="We could not load the offer." fault={fault} onRetry={() => void reload()} />}
      {!data && !fault && <Bone height={44} />}
      <CancelRule user={user} />
    </section>
  );
}

/** What is over, or never came to anything, is not shown again the next time. */
function useForgetting(): void {
  useEffect(
    () => () => {
      if (purchase.phase !== 'activating') giveUp();
    },
    [],
  );
}

/**
 * The partner's script is let into the document of this very address alone. Who came from another screen is still in that one's
 * document, and gets this one before the button can be pressed.
 */
function useOwnDocument(settings: CheckoutSettings | null): void {
  const user = useUser();
  const needsScript = settings?.provider === 'paddle' && purchaseState(user, settings.provider) === 'ready';
  useEffect(() => {
    const path = documentPath();
    if (needsScript && path !== null && !/^\/premium\/?$/i.test(path)) outside.reload();
  }, [needsScript]);
}

/** The signed data of the checkout belong to one user: another one gets new ones. */
function useFreshTerms({ reload }: Loaded<CheckoutSettings>): void {
  const id = useUser()?.id ?? null;
  const seen = useRef(id);
  useEffect(() => {
    if (seen.current === id) return;
    seen.current = id;
    void reload();
  }, [id, reload]);
}
