import { Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Route, Router, Switch } from 'wouter';
import { trackPageView } from '../api/track-event';
import { session, useIsAdmin, useUser } from '../site/session';
import { usePath, useSearchText } from '../ui/navigation/use-path';
import { Redirect } from '../ui/navigation/redirect';
import { navigate } from '../site/navigation';
import { RouteTitle } from '../ui/navigation/screen';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { AdminLayout } from './admin-layout';
import { Layout } from './layout';
import { ScreenBoundary } from './lazy-screen';
import { isAdminPath, paths } from '../site/paths';
import { routes, type ScreenRoute } from './routes';

/** The whole app: the frame, and in it the screen of the present address. */
export function App() {
  return (
    <Router aroundNav={(_navigate, to, options) => navigate(to, { replace: options?.replace ?? false })}>
      <CurrentFrame />
    </Router>
  );
}

function CurrentFrame() {
  const Frame = isAdminPath(usePath()) ? AdminLayout : Layout;
  return (
    <Frame>
      <CurrentScreen />
    </Frame>
  );
}

function CurrentScreen() {
  const path = usePath();
  usePageViews(path);
  return (
    <ScreenBoundary key={path}>
      <Suspense fallback={<LoadingScreen />}>
        <Switch>
          {routes.map((route) => (
            <Route key={route.path} path={route.path}>
              {'to' in route ? <Redirect to={route.to} /> : <GuardedScreen route={route} />}
            </Route>
          ))}
          <Route>
            <Redirect to="/" />
          </Route>
        </Switch>
      </Suspense>
    </ScreenBoundary>
  );
}

/** Counts the screen once its address stays; what only leads elsewhere, and administrators' own pages, are not views. */
function usePageViews(path: string): void {
  const { isLoaded } = useSnapshot(session);
  useEffect(() => {
    if (!isLoaded || isAdminPath(path)) return undefined;
    const timer = setTimeout(trackPageView);
    return () => clearTimeout(timer);
  }, [isLoaded, path]);
}

/** The screen, for those who may see it: visitors sign in first and come back, everybody else goes home. */
function GuardedScreen({ route: { access, screen, title } }: { readonly route: ScreenRoute }) {
  const { isLoaded } = useSnapshot(session);
  const user = useUser();
  const isAdmin = useIsAdmin();
  const path = usePath();
  const query = useSearchText();
  if (access !== 'anyone') {
    if (!isLoaded) return <LoadingScreen />;
    if (!user) return <Redirect to={paths.withNext(paths.login, `${path}${query === '' ? '' : `?${query}`}`)} />;
    if (access === 'admin' && !isAdmin) return <Redirect to={paths.home} />;
  }
  return <RouteTitle value={title}>{screen}</RouteTitle>;
}

function LoadingScreen() {
  return (
    <div className="shell" aria-busy="true">
      <SkeletonBar width={50} height={36} />
      <SkeletonBar />
      <SkeletonBar />
      <SkeletonBar />
    </div>
  );
}
