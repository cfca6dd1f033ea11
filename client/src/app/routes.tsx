import { type ReactNode, Suspense, useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio';
import { screenAliases, type ScreenName, screens, type SiteScreen } from '#domain/site/screens';
import { captureArrivalParams } from '../site/arrival';
import { isListPath, paths } from '../site/paths';
import { session } from '../site/session';
import { PremiumBanner, PremiumBox, PremiumLine } from '../subscriptions/premium-offers';
import { Button } from '../ui/form/button';
import type { ViewToSave } from '../ui/navigation/saved-views-slot';
import type { WatchTarget } from '../ui/navigation/watch-slot';
import { lazyScreen } from './lazy-screen';
import styles from './layout.module.css';

const HomeScreen = lazyScreen(() => import('../catalog/home/home-screen').then(({ HomeScreen: Screen }) => Screen));
const ListScreen = lazyScreen(() => import('../catalog/list/list-screen').then(({ ListScreen: Screen }) => Screen));
const BoardScreen = lazyScreen(() => import('../catalog/detail/board-screen').then(({ BoardScreen: Screen }) => Screen));
const PinnerScreen = lazyScreen(() => import('../catalog/detail/pinner-screen').then(({ PinnerScreen: Screen }) => Screen));
const PinScreen = lazyScreen(() => import('../catalog/detail/pin-screen').then(({ PinScreen: Screen }) => Screen));
const CompareScreen = lazyScreen(() => import('../catalog/compare/compare-screen').then(({ CompareScreen: Screen }) => Screen));
const KeywordsScreen = lazyScreen(() => import('../keywords/keywords-screen').then(({ KeywordsScreen: Screen }) => Screen));
const KeywordScreen = lazyScreen(() => import('../keywords/keyword-screen').then(({ KeywordScreen: Screen }) => Screen));
const MomentumScreen = lazyScreen(() => import('../pages/momentum-screen').then(({ MomentumScreen: Screen }) => Screen));
const PrivacyScreen = lazyScreen(() => import('../pages/privacy-screen').then(({ PrivacyScreen: Screen }) => Screen));
const UnsubscribeScreen = lazyScreen(() => import('../pages/unsubscribe-screen').then(({ UnsubscribeScreen: Screen }) => Screen));
const LoginScreen = lazyScreen(() => import('../auth/login-screen').then(({ LoginScreen: Screen }) => Screen));
const RegisterScreen = lazyScreen(() => import('../auth/register-screen').then(({ RegisterScreen: Screen }) => Screen));
const ConfirmScreen = lazyScreen(() => import('../auth/confirm-screen').then(({ ConfirmScreen: Screen }) => Screen));
const RecoverScreen = lazyScreen(() => import('../auth/recover-screen').then(({ RecoverScreen: Screen }) => Screen));
const ResetScreen = lazyScreen(() => import('../auth/reset-screen').then(({ ResetScreen: Screen }) => Screen));
const DashboardScreen = lazyScreen(() => import('./dashboard-screen').then(({ DashboardScreen: Screen }) => Screen));
const AccountScreen = lazyScreen(() => import('../account/account-screen').then(({ AccountScreen: Screen }) => Screen));
const LinkingScreen = lazyScreen(() => import('../linked-accounts/linking-screen').then(({ LinkingScreen: Screen }) => Screen));
const PremiumScreen = lazyScreen(() => import('../subscriptions/premium-screen').then(({ PremiumScreen: Screen }) => Screen));
const DesignerScreen = lazyScreen(() => import('../designer/designer-screen').then(({ DesignerScreen: Screen }) => Screen));
const SiteAnalyticsScreen = lazyScreen(() =>
  import('../analytics/visitors/site-analytics-screen').then(({ SiteAnalyticsScreen: Screen }) => Screen),
);
const GrowthScreen = lazyScreen(() => import('../analytics/growth/growth-screen').then(({ GrowthScreen: Screen }) => Screen));
const WatchlistsScreen = lazyScreen(() => import('../watching/watchlists-screen').then(({ WatchlistsScreen: Screen }) => Screen));
const WatchButton = lazyScreen(() => import('../watching/watch-button').then(({ WatchButton: Component }) => Component));
const SavedViewTabs = lazyScreen(() => import('../watching/saved-view-tabs').then(({ SavedViewTabs: Component }) => Component));
const PeopleScreen = lazyScreen(() => import('../people/people-screen').then(({ PeopleScreen: Screen }) => Screen));
const OperationsScreen = lazyScreen(() => import('../operations/operations-screen').then(({ OperationsScreen: Screen }) => Screen));

/** A screen of the app, and what renders it. */
export interface ScreenRoute extends SiteScreen {
  readonly element: ReactNode;
}

/** Removes the code from an address that was opened inside the app; the route without a code takes over. */
function CaptureUrlCode() {
  useLayoutEffect(() => void captureArrivalParams(), []);
  return null;
}

const elements: Readonly<Record<ScreenName, ReactNode>> = {
  home: <HomeScreen offer={<PremiumBox />} shortOffer={<PremiumLine />} />,
  pins: <ListScreen key="pins" variant="pins" offer={<PremiumBanner />} />,
  boards: <ListScreen key="boards" variant="boards" offer={<PremiumBanner />} />,
  pinners: <ListScreen key="pinners" variant="pinners" offer={<PremiumBanner />} />,
  pin: <PinScreen />,
  board: <BoardScreen />,
  pinner: <PinnerScreen />,
  keywords: <KeywordsScreen />,
  keyword: <KeywordScreen />,
  compare: <CompareScreen />,
  premium: <PremiumScreen />,
  designer: <DesignerScreen />,
  momentum: <MomentumScreen />,
  privacy: <PrivacyScreen />,
  login: <LoginScreen />,
  register: <RegisterScreen />,
  confirm: <ConfirmScreen />,
  confirmWithCode: <CaptureUrlCode />,
  recover: <RecoverScreen />,
  reset: <ResetScreen />,
  resetWithCode: <CaptureUrlCode />,
  unsubscribe: <UnsubscribeScreen />,
  dashboard: <DashboardScreen />,
  account: <AccountScreen />,
  watchlists: <WatchlistsScreen />,
  linking: <LinkingScreen />,
  analytics: <SiteAnalyticsScreen />,
  growth: <GrowthScreen />,
  people: <PeopleScreen />,
  operations: <OperationsScreen />,
};

/** What only signed-in users have; its chunk is not loaded for visitors. */
function ForUsers({ children }: { readonly children: ReactNode }): ReactNode {
  return useSnapshot(session).user === null ? null : children;
}

/** The Watch button, which is loaded after the row or detail that shows it. Visitors have none in rows. */
export function renderWatchButton(target: WatchTarget): ReactNode {
  const button = (
    <Suspense fallback={target.isCompact ? null : <Button disabled>Watch</Button>}>
      <WatchButton {...target} />
    </Suspense>
  );
  return target.isCompact ? <ForUsers>{button}</ForUsers> : button;
}

/** The saved views of a list, which are loaded after it into a space of their own, so that nothing moves. */
export const renderSavedViews = (view: ViewToSave): ReactNode => (
  <ForUsers>
    <Suspense fallback={<div className={styles.savedViews} />}>
      <SavedViewTabs {...view} />
    </Suspense>
  </ForUsers>
);

/** The screens by route; any other path redirects to the home page. */
export const routes: readonly ScreenRoute[] = (Object.keys(screens) as ScreenName[]).map((name) => ({
  ...screens[name],
  element: elements[name],
}));

/** The routes that lead to another one. */
export const redirects = Object.entries(screenAliases).map(([path, name]) => ({ path, to: screens[name].path }));

/** Loads the home page or the list of a path, so that its first render shows it at once; other screens load when they are rendered. */
export async function loadFirstScreen(path: string): Promise<void> {
  if (path === paths.home) await HomeScreen.load();
  if (isListPath(path)) await ListScreen.load();
}
