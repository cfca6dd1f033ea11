import { type ReactNode, useLayoutEffect } from 'react';
import { HomeScreen } from '../catalog/home/home-screen';
import { ListScreen } from '../catalog/list/list-screen';
import { captureArrivalParams } from '../site/arrival';
import { PremiumBanner, PremiumBox, PremiumLine } from '../subscriptions/premium-offers';
import { lazyScreen } from './lazy-screen';

const BoardScreen = lazyScreen(() => import('../catalog/detail/board-screen').then(({ BoardScreen: Screen }) => Screen));
const PinnerScreen = lazyScreen(() => import('../catalog/detail/pinner-screen').then(({ PinnerScreen: Screen }) => Screen));
const PinScreen = lazyScreen(() => import('../catalog/detail/pin-screen').then(({ PinScreen: Screen }) => Screen));
const MomentumScreen = lazyScreen(() => import('../pages/momentum-screen').then(({ MomentumScreen: Screen }) => Screen));
const PrivacyScreen = lazyScreen(() => import('../pages/privacy-screen').then(({ PrivacyScreen: Screen }) => Screen));
const UnsubscribeScreen = lazyScreen(() => import('../pages/unsubscribe-screen').then(({ UnsubscribeScreen: Screen }) => Screen));
const LoginScreen = lazyScreen(() => import('../auth/login-screen').then(({ LoginScreen: Screen }) => Screen));
const RegisterScreen = lazyScreen(() => import('../auth/register-screen').then(({ RegisterScreen: Screen }) => Screen));
const ConfirmScreen = lazyScreen(() => import('../auth/confirm-screen').then(({ ConfirmScreen: Screen }) => Screen));
const RecoverScreen = lazyScreen(() => import('../auth/recover-screen').then(({ RecoverScreen: Screen }) => Screen));
const ResetScreen = lazyScreen(() => import('../auth/reset-screen').then(({ ResetScreen: Screen }) => Screen));
const DashboardScreen = lazyScreen(() => import('./dashboard-screen').then(({ DashboardScreen: Screen }) => Screen));
const LinkingScreen = lazyScreen(() => import('../linked-accounts/linking-screen').then(({ LinkingScreen: Screen }) => Screen));
const PremiumScreen = lazyScreen(() => import('../subscriptions/premium-screen').then(({ PremiumScreen: Screen }) => Screen));
const DesignerScreen = lazyScreen(() => import('../designer/designer-screen').then(({ DesignerScreen: Screen }) => Screen));
const SiteAnalyticsScreen = lazyScreen(() =>
  import('../analytics/visitors/site-analytics-screen').then(({ SiteAnalyticsScreen: Screen }) => Screen),
);
const GrowthScreen = lazyScreen(() => import('../analytics/growth/growth-screen').then(({ GrowthScreen: Screen }) => Screen));
const OperationsScreen = lazyScreen(() => import('../operations/operations-screen').then(({ OperationsScreen: Screen }) => Screen));

/** Who may see a screen; others are redirected to sign in or home. The server guards the data itself. */
type ScreenAccess = 'anyone' | 'signed-in' | 'admin';

export interface ScreenRoute {
  readonly path: string;
  /** The document title before the brand; null for the default or the screen's own title. */
  readonly title: string | null;
  readonly access: ScreenAccess;
  readonly screen: ReactNode;
}

const publicRoute = (path: string, title: string | null, screen: ReactNode): ScreenRoute => ({ path, title, access: 'anyone', screen });
const signedInRoute = (path: string, title: string, screen: ReactNode): ScreenRoute => ({ path, title, access: 'signed-in', screen });
const adminRoute = (path: string, title: string, screen: ReactNode): ScreenRoute => ({ path, title, access: 'admin', screen });

/** Removes the code from an address that was opened inside the app; the route without a code takes over. */
function CaptureUrlCode() {
  useLayoutEffect(() => void captureArrivalParams(), []);
  return null;
}

/** The routes of the app; any other path redirects to the home page. */
export const routes: readonly (ScreenRoute | { readonly path: string; readonly to: string })[] = [
  publicRoute('/', null, <HomeScreen offer={<PremiumBox />} shortOffer={<PremiumLine />} />),
  publicRoute('/pins', 'Find Popular Pins', <ListScreen key="pins" variant="pins" offer={<PremiumBanner />} />),
  publicRoute('/boards', 'Group Board Finder', <ListScreen key="boards" variant="boards" offer={<PremiumBanner />} />),
  publicRoute('/pinners', 'Find Influencers', <ListScreen key="pinners" variant="pinners" offer={<PremiumBanner />} />),
  { path: '/influencers', to: '/pinners' },
  publicRoute('/pin/:id', null, <PinScreen />),
  publicRoute('/board/:id', null, <BoardScreen />),
  publicRoute('/pinner/:id', null, <PinnerScreen />),
  publicRoute('/auth/login', 'Sign in', <LoginScreen />),
  publicRoute('/auth/register', 'Sign up', <RegisterScreen />),
  publicRoute('/auth/email/confirm', 'Confirm your email', <ConfirmScreen />),
  publicRoute('/auth/email/confirm/:code', 'Confirm your email', <CaptureUrlCode />),
  publicRoute('/auth/password/recover', 'Recover your password', <RecoverScreen />),
  publicRoute('/auth/password/reset', 'Choose a new password', <ResetScreen />),
  publicRoute('/auth/password/reset/:code', 'Choose a new password', <CaptureUrlCode />),
  signedInRoute('/dashboard', 'Dashboard', <DashboardScreen />),
  signedInRoute('/oauth2/pinterest', 'Linking your account', <LinkingScreen />),
  publicRoute('/premium', 'Premium', <PremiumScreen />),
  publicRoute('/designer', 'Pin designer', <DesignerScreen />),
  adminRoute('/admin/analytics', 'Analytics', <SiteAnalyticsScreen />),
  adminRoute('/admin/growth', 'Growth Analytics', <GrowthScreen />),
  adminRoute('/admin/operations', 'Operations', <OperationsScreen />),
  publicRoute('/unsubscribe', 'Unsubscribe', <UnsubscribeScreen />),
  publicRoute('/momentum', 'How the momentum score works', <MomentumScreen />),
  publicRoute('/privacy-policy', 'Privacy policy', <PrivacyScreen />),
];
