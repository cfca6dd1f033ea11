import { type ComponentType, lazy, type ReactNode } from 'react';
import { ApiError } from '../api/api-error';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { ErrorBoundary } from '../ui/feedback/error-boundary';

const RELOADED_KEY = 'reloaded-for-screen';

/** A screen in its own chunk. If the chunk fails to load, for example after an update of the site, the page is reloaded once. */
export function lazyScreen<P extends object = object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    try {
      const screen = await load();
      sessionStorage.removeItem(RELOADED_KEY);
      return { default: screen };
    } catch (error) {
      if (sessionStorage.getItem(RELOADED_KEY) === location.pathname) throw error;
      sessionStorage.setItem(RELOADED_KEY, location.pathname);
      location.reload();
      return { default: () => null };
    }
  });
}

const screenLoadError = new ApiError(0, 'screen', ['Part of the app failed to load. Check your connection.']);

/** Shows an error panel in place of a screen that failed to load or render; the layout stays. */
export function ScreenBoundary({ children }: { readonly children: ReactNode }) {
  const panel = (
    <div>
      <h1>Something went wrong</h1>
      <ErrorPanel title="We couldn't show this page." error={screenLoadError} onRetry={() => location.reload()} />
    </div>
  );
  return <ErrorBoundary fallback={panel}>{children}</ErrorBoundary>;
}
