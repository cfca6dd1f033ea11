import { type ReactElement, type ReactNode, Suspense, useLayoutEffect } from 'react';
import { findScreen } from '#domain/site/find-screen';
import type { ScreenName } from '#domain/site/screens';
import type { SearchToSave } from '#domain/watching/contract';
import { captureArrivalParams } from '../site/arrival';
import { useUser } from '../site/session';
import { PremiumBanner } from '../subscriptions/premium-offers';
import { Button } from '../ui/form/button';
import type { WatchNoteRequest, WatchSelection, WatchTarget } from '../ui/navigation/slots';
import { ForLinked } from './for-linked';
import { type Loadable, lazyScreen } from './lazy-screen';
import { inOwnChunk } from '../ui/own-chunk';
import styles from './layout.module.css';

const HomeRoute = lazyScreen(() => import('./home-route'), 'HomeRoute');
const ListScreen = lazyScreen(() => import('../catalog/list/list-screen'), 'ListScreen');
const BoardScreen = lazyScreen(() => import('../catalog/detail/board-screen'), 'BoardScreen');
const PinnerScreen = lazyScreen(() => import('../catalog/detail/pinner-screen'), 'PinnerScreen');
const PinScreen = lazyScreen(() => import('../catalog/detail/pin-screen'), 'PinScreen');
const CompareScreen = lazyScreen(() => import('../catalog/compare/compare-screen'), 'CompareScreen');
const KeywordsRoute = lazyScreen(() => import('./keywords-route'), 'KeywordsRoute');
const KeywordRoute = lazyScreen(() => import('./keyword-route'), 'KeywordRoute');
const MomentumScreen = lazyScreen(() => import('../pages/momentum-screen'), 'MomentumScreen');
const PrivacyScreen = lazyScreen(() => import('../pages/privacy-screen'), 'PrivacyScreen');
const UnsubscribeScreen = lazyScreen(() => import('../pages/unsubscribe-screen'), 'UnsubscribeScreen');
const LoginScreen = lazyScreen(() => import('../auth/login-screen'), 'LoginScreen');
const RegisterScreen = lazyScreen(() => import('../auth/register-screen'), 'RegisterScreen');
const ConfirmScreen = lazyScreen(() => import('../auth/confirm-screen'), 'ConfirmScreen');
const RecoverScreen = lazyScreen(() => import('../auth/password-screens'), 'RecoverScreen');
const ResetScreen = lazyScreen(() => import('../auth/password-screens'), 'ResetScreen');
const DashboardScreen = lazyScreen(() => import('./today/dashboard-screen'), 'DashboardScreen');
const AccountScreen = lazyScreen(() => import('../account/account-screen'), 'AccountScreen');
const AuthorizeScreen = lazyScreen(() => import('../account/authorize-screen'), 'AuthorizeScreen');
const LinkingScreen = lazyScreen(() => import('../linked-accounts/linking-screen'), 'LinkingScreen');
const OwnAccountScreen = lazyScreen(() => import('../linked-accounts/own-account-screen'), 'OwnAccountScreen');
const TrendsScreen = lazyScreen(() => import('../linked-accounts/keywords/trends-screen'), 'TrendsScreen');
const OwnPinCard = inOwnChunk(() => import('../linked-accounts/own-pin-card'), 'OwnPinCard');
const PremiumScreen = lazyScreen(() => import('../subscriptions/premium-screen'), 'PremiumScreen');
const DesignerScreen = lazyScreen(() => import('../designer/designer-screen'), 'DesignerScreen');
const SiteAnalyticsScreen = lazyScreen(() => import('../analytics/visitors/site-analytics-screen'), 'SiteAnalyticsScreen');
const GrowthScreen = lazyScreen(() => import('../analytics/growth/growth-screen'), 'GrowthScreen');
const IssueScreen = lazyScreen(() => import('../data-quality/issue-screen'), 'IssueScreen');
const WatchlistsScreen = lazyScreen(() => import('../watching/watchlists-screen'), 'WatchlistsScreen');
const WatchButton = inOwnChunk(() => import('../watching/watch-button'), 'WatchButton');
const WatchNote = inOwnChunk(() => import('../watching/watch-button'), 'WatchNote');
const WatchSelectedButton = inOwnChunk(() => import('../watching/watch-button'), 'WatchSelectedButton');
const SavedSearchTabs = inOwnChunk(() => import('../watching/saved-search-tabs'), 'SavedSearchTabs');
const PeopleScreen = lazyScreen(() => import('../people/people-screen'), 'PeopleScreen');
const AuditScreen = lazyScreen(() => import('../people/audit-screen'), 'AuditScreen');
const ImportsScreen = lazyScreen(() => import('../imports/imports-screen'), 'ImportsScreen');
const SetupScreen = lazyScreen(() => import('../imports/setup-screen'), 'SetupScreen');
const OperationsScreen = lazyScreen(() => import('../operations/operations-screen'), 'OperationsScreen');

/** Removes the code from an address that was opened inside the app; the route without a code takes over. */
function CaptureUrlCode() {
  useLayoutEffect(() => void captureArrivalParams(), []);
  return null;
}

/** What renders each screen. */
export const screenElements: Readonly<Record<ScreenName, ReactElement>> = {
  home: <HomeRoute />,
  pins: <ListScreen key="pins" variant="pins" offer={<PremiumBanner />} />,
  boards: <ListScreen key="boards" variant="boards" offer={<PremiumBanner />} />,
  pinners: <ListScreen key="pinners" variant="pinners" offer={<PremiumBanner />} />,
  pin: (
    <PinScreen
      renderOwnFigures={(pin) => (
        <ForLinked>
          <OwnPinCard pin={pin} />
        </ForLinked>
      )}
    />
  ),
  board: <BoardScreen />,
  pinner: <PinnerScreen />,
  keywords: <KeywordsRoute />,
  keywordComparison: <KeywordRoute />,
  keyword: <KeywordRoute />,
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
  ownAccount: <OwnAccountScreen />,
  trends: <TrendsScreen />,
  watchlists: <WatchlistsScreen />,
  authorize: <AuthorizeScreen />,
  linking: <LinkingScreen />,
  analytics: <SiteAnalyticsScreen />,
  growth: <GrowthScreen />,
  deletedItems: <IssueScreen key="deleted" kind="deleted" />,
  neverCrawledItems: <IssueScreen key="neverCrawled" kind="neverCrawled" />,
  allZeroItems: <IssueScreen key="suspicious" kind="suspicious" />,
  people: <PeopleScreen />,
  setup: <SetupScreen />,
  imports: <ImportsScreen />,
  operations: <OperationsScreen />,
  audit: <AuditScreen />,
};

/** What only signed-in users have; its chunk is not loaded for visitors. */
const ForUsers = ({ children }: { readonly children: ReactNode }) => useUser() && children;

/** The Watch button and the note, which are loaded after the row or detail that shows them. */
export function renderWatchButton(target: WatchTarget | WatchSelection | WatchNoteRequest): ReactNode {
  if ('onNote' in target)
    return (
      <ForUsers>
        <Suspense fallback={null}>
          <WatchNote {...target} />
        </Suspense>
      </ForUsers>
    );
  if ('entities' in target)
    return (
      <Suspense fallback={null}>
        <WatchSelectedButton {...target} />
      </Suspense>
    );
  return (
    <Suspense fallback={target.isCompact ? null : <Button disabled>Watch</Button>}>
      <WatchButton {...target} />
    </Suspense>
  );
}

/** The saved searches of a list, which are loaded after it into a space of their own, so that nothing moves. */
export const renderSavedSearches = (search: SearchToSave): ReactNode => (
  <ForUsers>
    <Suspense fallback={<div className={styles.savedSearches} />}>
      <SavedSearchTabs {...search} />
    </Suspense>
  </ForUsers>
);

/** The screens that the page preloads. */
const firstScreens: ReadonlySet<string> = new Set<ScreenName>([
  ...(['home', 'pins', 'boards', 'pinners', 'pin', 'board', 'pinner'] as const),
  ...(['keywords', 'keyword', 'compare', 'dashboard', 'watchlists'] as const),
]);

/** Loads the screen of a path that the page preloads, so that the first render shows it at once; others load when they are rendered. */
export async function loadFirstScreen(path: string): Promise<unknown> {
  const name = findScreen(path)?.name ?? 'linking';
  return firstScreens.has(name) ? (screenElements[name].type as Partial<Loadable>).load?.() : undefined;
}
