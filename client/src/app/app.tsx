import { Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Route, Router, Switch } from 'wouter';
import { reportPageView } from '../api/events';
import { session, useIsAdmin, useUser } from '../session';
import { usePath, useSearchText } from '../ui/address';
import { Away } from '../ui/away';
import { go } from '../ui/navigation';
import { RouteTitle } from '../ui/screen';
import { Bone } from '../ui/skeleton';
import { AdminLayout } from './admin-layout';
import { Layout } from './layout';
import { ScreenBoundary } from './lazy-screen';
import { isAdminPath, paths } from './paths';
import { routes, type ScreenRoute } from './routes';

/** The whole app: the frame, and in it the screen of the present address. */
export function App() {
  return (
    <Router aroundNav={(_navigate, to, options) => go(to, { replace: options?.replace ?? false })}>
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
      <Suspense fallback={<Waiting />}>
        <Switch>
          {routes.map((route) => (
            <Route key={route.path} path={route.path}>
              {'to' in route ? <Away to={route.to} /> : <Guarded route={route} />}
            </Route>
          ))}
          <Route>
            <Away to="/" />
          </Route>
        </Switch>
      </Suspense>
    </ScreenBoundary>
  );
}

/** Counts the screen once its address stays; what only leads elsewhere, and administrators' own pages, are not views. */
function usePageViews(path: string): void {
  const { known } = useSnapshot(session);
  useEffect(() => {
    if (!known || isAdminPath(path)) return undefined;
    const timer = setTimeout(reportPageView);
    return () => clearTimeout(timer);
  }, [known, path]);
}

/** The screen, for those who may see it: visitors sign in first and come back, everybody else goes home. */
function Guarded({ route: { access, screen, title } }: { readonly route: ScreenRoute }) {
  const { known } = useSnapshot(session);
  const user = useUser();
  const isAdmin = useIsAdmin();
  const path = usePath();
  const text = useSearchText();
  if (access !== 'anyone') {
    if (!known) return <Waiting />;
    if (!user) return <Away to={paths.withNext(paths.login, `${path}${text === '' ? '' : `?${text}`}`)} />;
    if (access === 'admin' && !isAdmin) return <Away to={paths.home} />;
  }
  return <RouteTitle value={title}>{screen}</RouteTitle>;
}

function Waiting() {
  return (
    <div className="shell" aria-busy="true">
      <Bone width={50} height={36} />
      <Bone />
      <Bone />
      <Bone />
    </div>
  );
}
