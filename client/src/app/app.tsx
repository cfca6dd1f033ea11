import { Suspense, useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { Route, Router, Switch } from 'wouter';
import { reader } from '#domain/site/reader';
import { screenAliases, type ScreenName, screens, type SiteScreen } from '#domain/site/screens';
import { trackPageView } from '../api/track-event';
import { session, useIsAdmin, useUser } from '../site/session';
import { usePath, usePathWithQuery } from '../ui/navigation/use-path';
import { Redirect } from '../ui/navigation/redirect';
import { navigate } from '../site/navigation';
import { notify } from '../site/toast';
import { CurrentRouteTexts } from '../ui/navigation/screen';
import { SkeletonScreen } from '../ui/feedback/skeleton';
import { Layout } from './layout';
import { ScreenBoundary } from './lazy-screen';
import { isAdminPath, paths } from '../site/paths';
import { SavedSearchesSlot, WatchSlot } from '../ui/navigation/slots';
import { renderSavedSearches, renderWatchButton, screenElements } from './routes';

const screenNames = Object.keys(screens) as readonly ScreenName[];

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
  const { isLoaded } = useSnapshot(session);
  // A session that arrives after the first render may bring other formats; what is on screen is then drawn again.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const locale = useMemo(() => reader.formats.locale, [isLoaded]);
  return (
    <Layout isAdmin={isAdminPath(path)}>
      <ScreenBoundary key={`${path} ${locale}`}>
        <Suspense fallback={<SkeletonScreen />}>
          <Switch>
            {screenNames.map((name) => (
              <Route key={name} path={screens[name].path}>
                <GuardedScreen name={name} />
              </Route>
            ))}
            {Object.entries(screenAliases).map(([from, name]) => (
              <Route key={from} path={from}>
                <Redirect to={`${screens[name].path}${location.search}`} />
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
  useEffect(() => notify("We couldn't find that page, so here's home.", 'neutral'), []);
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
function GuardedScreen({ name }: { readonly name: ScreenName }) {
  const { access, title, heading }: SiteScreen = screens[name];
  const { isLoaded } = useSnapshot(session);
  const user = useUser();
  const isAdmin = useIsAdmin();
  const path = usePathWithQuery();
  if (access !== 'anyone') {
    if (!isLoaded) return <SkeletonScreen />;
    if (!user) return <Redirect to={paths.withNext(paths.login, path)} />;
    if (access === 'admin' && !isAdmin) return <Redirect to={paths.home} />;
  }
  return (
    <CurrentRouteTexts value={{ title, heading }}>
      <WatchSlot value={renderWatchButton}>
        <SavedSearchesSlot value={renderSavedSearches}>{screenElements[name]}</SavedSearchesSlot>
      </WatchSlot>
    </CurrentRouteTexts>
  );
}
