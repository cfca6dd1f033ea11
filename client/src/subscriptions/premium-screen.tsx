import { classes } from '../ui/classes';
import { useEffect } from 'react';
import type { CurrentUser } from '#domain/auth/contract';
import { premiumWatchLimits } from '#domain/watching/watch-limits';
import type { CheckoutSettings } from '#domain/subscriptions/contract';
import { type Entitlement, MAX_COMPARED, MAX_FREE_PAGES } from '#domain/subscriptions/entitlements';
import { PREMIUM_PRICE, PREMIUM_TERMS } from '#domain/subscriptions/plan';
import { purchaseState } from '#domain/subscriptions/purchase';
import { api } from '../api/api';
import { useResource } from '../api/use-resource';
import { browserNavigation, loadedDocumentPath } from '../site/browser-navigation';
import { paths } from '../site/paths';
import { useUser } from '../site/session';
import { Card } from '../ui/card';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Link } from 'wouter';
import { Screen } from '../ui/navigation/screen';
import { EmailToCancel, ManageAtProvider } from './cancel-instructions';
import { Benefits } from './premium-offers';
import { PremiumPictures } from './premium-pictures';
import { cancelPurchase, purchase } from './purchase';
import { PurchaseBox, SandboxCheckout } from './purchase-box';
import styles from './premium-screen.module.css';

const features = [
  {
    title: 'Keyword research',
    text: 'Search every board, pin, and influencer by keyword, and see what works for others in your niche.',
    link: { name: 'See a sample', path: paths.sample },
  },
  {
    title: 'Momentum score',
    text: "One score from 0 to 100 that shows what's growing now, and why. The formula is public.",
    link: { name: 'How we score it', path: paths.momentum },
  },
  {
    title: 'Full analytics',
    text: 'Every reading we have, growth from 7 days to a year, and any list as CSV.',
    link: { name: 'Browse the lists', path: paths.boards },
  },
] as const;

/** What each entitlement gives; null while no feature uses it. */
const benefitOf: Readonly<Record<Entitlement, string | null>> = {
  keyword_search: 'Keyword search in all three lists',
  all_pages: `All results, not just the first ${MAX_FREE_PAGES} pages`,
  all_filters: 'All filters of the lists',
  checks_order: 'Lists sorted by the checks that passed',
  momentum: 'Momentum scores, explained',
  full_analytics: 'Full history, growth from 7 days to a year',
  keyword_insights: 'Related keywords and opportunity',
  more_compared: `Compare up to ${MAX_COMPARED} side by side`,
  more_watchlists: `${premiumWatchLimits.lists} watchlists of ${premiumWatchLimits.itemsPerList}, and ${premiumWatchLimits.savedSearches} saved searches`,
  alerts: 'Alerts when what you watch moves',
  csv_export: 'CSV export of any list',
  early_access: null,
};
const benefits = Object.values(benefitOf).filter((benefit) => benefit !== null);

/** `/premium`: what Premium includes, what it costs, and the purchase box. */
export function PremiumScreen() {
  useResetOnLeave();
  return (
    <Screen className={classes('stack gap-6', styles.screen)}>
      {/* First on phones; beside the features where there is room. */}
      <PremiumPlan />
      <div className={classes('stack at-top gap-4', styles.features)}>
        {features.map(({ title, text, link }) => (
          <Card key={title} className={classes('stack at-top gap-2', styles.feature)}>
            <h2>{title}</h2>
            <p>{text}</p>
            <p>
              <Link href={link.path}>{link.name}</Link>
            </p>
          </Card>
        ))}
      </div>
      <PremiumPictures />
      <SandboxCheckout />
    </Screen>
  );
}

function PremiumPlan() {
  const user = useUser();
  // The checkout data is signed for one user.
  const { data, error, reload } = useResource(`/checkout ${user?.id ?? ''}`, (signal) => api('GET /checkout', { signal }));
  useFullPageLoad(data, user);
  return (
    <Card className={classes('stack gap-4', styles.offer)} aria-labelledby="offer">
      <h2 id="offer">Premium</h2>
      <p>
        <strong className={styles.price}>{PREMIUM_PRICE}</strong> {PREMIUM_TERMS}
      </p>
      <Benefits names={benefits} className={styles.benefits} />
      {data && <PurchaseBox checkout={data} />}
      {!data && error && <ErrorPanel title="We couldn't load Premium." error={error} onRetry={() => void reload()} />}
      {!data && !error && <SkeletonBar height={148} />}
      <p className="caption">
        <EmailToCancel /> <ManageAtProvider />
      </p>
    </Card>
  );
}

/** Resets the purchase when the user leaves the page, so that its outcome is not shown again; one that is activating goes on. */
function useResetOnLeave(): void {
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
function useFullPageLoad(checkout: CheckoutSettings | null, user: CurrentUser | null): void {
  const needsScript = checkout?.provider === 'paddle' && purchaseState(user, checkout.provider) === 'ready';
  useEffect(() => {
    const path = loadedDocumentPath();
    if (needsScript && path !== null && !/^\/premium\/?$/i.test(path)) browserNavigation.reload();
  }, [needsScript]);
}
