import { Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Route, Router, Switch } from 'wouter';
import { trackPageView } from '../api/track-event';
import { session, useIsAdmin, useUser } from '../site/session';
import { usePath, useSearchText } from '../ui/navigation/use-path';
import { Redirect } from '../ui/navigation/redirect';
import { navigate } from '../site/navigation';
import { notify } from '../site/toast';
import { CurrentRouteTexts } from '../ui/navigation/screen';
import { SkeletonScreen } from '../ui/feedback/skeleton';
import { Layout } from './layout';
import { ScreenBoundary } from './lazy-screen';
import { isAdminPath, isListPath, paths } from '../site/paths';
import { WatchSlot } from '../ui/navigation/watch-slot';
import { SavedViewsSlot } from '../ui/navigation/saved-views-slot';
import { redirects, renderSavedViews, renderWatchButton, routes, type ScreenRoute } from './routes';

/** The app: the layout with the screen of the current address. */
export function App() {
  return (
    <Router aroundNav={(_navigate, to, options) => navigate(to, { replace: options?.replace ?? false })}>
      <CurrentScreen />
    </Router>
  );
}

function CurrentScreen() {
  const path = usePath();
  usePageViews(path);
  return (
    <Layout isAdmin={isAdminPath(path)} isList={isListPath(path)}>
      <ScreenBoundary key={path}>
        <Suspense fallback={<SkeletonScreen />}>
          <Switch>
            {routes.map((route) => (
              <Route key={route.path} path={route.path}>
                <GuardedScreen route={route} />
              </Route>
            ))}
            {redirects.map(({ path: from, to }) => (
              <Route key={from} path={from}>
                <Redirect to={to} />
              </Route>
            ))}
            <Route>
              <UnknownPage />
            </Route>
          </Switch>
        </Suspense>
      </ScreenBoundary>
    </Layout>
  );
}

/** Redirects an unknown path to the home page, and says so. */
function UnknownPage() {
  useEffect(() => notify("We couldn't find that page, so here's home.", 'error'), []);
  return <Redirect to={paths.home} />;
}

/** Reports a page view per screen. Redirects and the admin's screens are not views. */
function usePageViews(path: string): void {
  const { isLoaded } = useSnapshot(session);
  useEffect(() => {
    if (!isLoaded || isAdminPath(path)) return undefined;
    const timer = setTimeout(trackPageView);
    return () => clearTimeout(timer);
  }, [isLoaded, path]);
}

/** The screen, if the viewer has access. Visitors are redirected to sign in and back, others to the home page. */
function GuardedScreen({ route: { access, element, title, heading } }: { readonly route: ScreenRoute }) {
  const { isLoaded } = useSnapshot(session);
  const user = useUser();
  const isAdmin = useIsAdmin();
  const path = usePath();
  const query = useSearchText();
  if (access !== 'anyone') {
    if (!isLoaded) return <SkeletonScreen />;
    if (!user) return <Redirect to={paths.withNext(paths.login, `${path}${query === '' ? '' : `?${query}`}`)} />;
    if (access === 'admin' && !isAdmin) return <Redirect to={paths.home} />;
  }
  return (
    <CurrentRouteTexts value={{ title, heading }}>
      <WatchSlot value={renderWatchButton}>
        <SavedViewsSlot value={renderSavedViews}>{element}</SavedViewsSlot>
      </WatchSlot>
    </CurrentRouteTexts>
  );
}
