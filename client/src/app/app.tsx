import { Suspense, useLayoutEffect } from 'react';
import { Route, Router, Switch } from 'wouter';
import { usePath } from '../ui/address';
import { go } from '../ui/navigation';
import { Bone } from '../ui/skeleton';
import { Layout } from './layout';
import { ScreenBoundary } from './lazy-screen';
import { routes } from './routes';

/** The whole app: the frame, and in it the screen of the present address. */
export function App() {
  return (
    <Router aroundNav={(_navigate, to, options) => go(to, { replace: options?.replace ?? false })}>
      <Layout>
        <CurrentScreen />
      </Layout>
    </Router>
  );
}

function CurrentScreen() {
  const path = usePath();
  return (
    <ScreenBoundary key={path}>
      <Suspense fallback={<Waiting />}>
        <Switch>
          {routes.map((route) => (
            <Route key={route.path} path={route.path}>
              {'to' in route ? <Away to={route.to} /> : route.screen}
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

/** Goes elsewhere without leaving a trace in the history. */
function Away({ to }: { readonly to: string }) {
  useLayoutEffect(() => go(to, { replace: true }), [to]);
  return null;
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
