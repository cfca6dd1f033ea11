import { classes } from '../ui/classes';
import { useEffect } from 'react';
import type { CurrentUser } from '#domain/auth/sessions/contract';
import { premiumWatchLimits } from '#domain/watching/watch-limits';
import type { CheckoutSettings } from '#domain/subscriptions/contract';
import { type Entitlement, MAX_COMPARED, MAX_FREE_PAGES } from '#domain/subscriptions/entitlements';
import { PREMIUM_PRICE, PREMIUM_TERMS } from '#domain/subscriptions/price-list';
import { purchaseState } from '#domain/subscriptions/purchase';
import { api } from '../api/api';
import { useResource } from '../api/resource';
import { browserNavigation, loadedDocumentPath } from '../site/browser-navigation';
import { paths } from '../site/paths';
import { useUser } from '../site/session';
import { Card } from '../ui/card';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Link } from 'wouter';
import { Screen } from '../ui/navigation/screen';
import { EmailToCancel, ManageAtProvider } from './cancel-instructions';
import { Benefits } from './home-offers';
import { PlanCard } from './plan-card';
import { cancelPurchase } from './purchase';
import { PurchaseBox, SandboxCheckoutDialog } from './purchase-box';
import { useSnapshot } from 'valtio';
import { type Theme, theme } from '../site/theme';
import alertsDark from './pictures/alerts-dark.webp';
import alertsLight from './pictures/alerts-light.webp';
import comparisonDark from './pictures/comparison-dark.webp';
import comparisonLight from './pictures/comparison-light.webp';
import filtersDark from './pictures/filters-dark.webp';
import filtersLight from './pictures/filters-light.webp';
import searchDark from './pictures/search-dark.webp';
import searchLight from './pictures/search-light.webp';
import styles from './premium-screen.module.css';

/** Must be those that `npm run screenshots:premium` takes. */
const PICTURE_WIDTH_PX = 560;
const PICTURE_HEIGHT_PX = 420;

const pictures = [
  {
    name: 'Keyword search, best match first',
    description: 'A search for “weeknight dinners” among group boards, best match first, with the found words marked.',
    light: searchLight,
    dark: searchDark,
  },
  {
    name: 'Every filter',
    description: 'Group boards with 1,000 to 50,000 followers, activity in the last 30 days, and steady growth.',
    light: filtersLight,
    dark: filtersDark,
  },
  {
    name: 'Growth, side by side',
    description: 'A chart with the followers of three boards over 90 days, each with its own color and marker.',
    light: comparisonLight,
    dark: comparisonDark,
  },
  {
    name: 'Alerts on what you watch',
    description: 'An alert rule for a watchlist, and the form for another: tell me when momentum rises to 60.',
    light: alertsLight,
    dark: alertsDark,
  },
] as const;

/** When the dark pictures are shown; a chosen theme wins over that of the device. */
const darkMedia: Readonly<Record<Theme, string>> = { system: '(prefers-color-scheme: dark)', dark: 'all', light: 'not all' };

/** What Premium looks like. The pictures load when they come near, and their boxes are reserved. */
function PremiumPictures() {
  const media = darkMedia[useSnapshot(theme).value];
  return (
    <section className={classes('stack gap-3', styles.section)} aria-labelledby="premium-pictures">
      <h2 id="premium-pictures">What you see with Premium</h2>
      <p className="muted">These pictures show demo data.</p>
      <div className="pair gap-6 gap-x-4">
        {pictures.map(({ name, description, light, dark }) => (
          <figure key={name} className={styles.figure}>
            <picture>
              <source media={media} srcSet={dark} />
              <img
                className={classes('full block raised', styles.picture)}
                src={light}
                alt={description}
                width={PICTURE_WIDTH_PX}
                height={PICTURE_HEIGHT_PX}
                loading="lazy"
                decoding="async"
              />
            </picture>
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

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
  api_keys: 'Five personal API keys for your scripts',
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
      <SandboxCheckoutDialog />
    </Screen>
  );
}

function PremiumPlan() {
  const user = useUser();
  // The checkout data is signed for one user.
  const { data, error, reload } = useResource(`/checkout ${user?.id ?? ''}`, (signal) => api('GET /checkout', { signal }));
  useFullPageLoad(data, user);
  return (
    <Card title="Premium" className={classes('stack gap-4', styles.offer)}>
      <p>
        <strong className="large">{PREMIUM_PRICE}</strong> {PREMIUM_TERMS}
      </p>
      <Benefits names={benefits} className={styles.benefits} />
      {data && <PurchaseBox checkout={data} />}
      {!data && error && <ErrorPanel title="We couldn't load Premium." error={error} onRetry={reload} />}
      {!data && !error && <SkeletonBar height={148} />}
      {user?.is_premium ? (
        <PlanCard isEmailOffered />
      ) : (
        <p className="caption">
          <EmailToCancel /> <ManageAtProvider />
        </p>
      )}
    </Card>
  );
}

/** Resets the purchase when the user leaves the page, so that its outcome is not shown again; one that is activating goes on. */
function useResetOnLeave(): void {
  useEffect(() => cancelPurchase, []);
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
