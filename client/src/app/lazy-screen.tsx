import { type ComponentType, lazy, type ReactNode } from 'react';
import { ApiError } from '../api/api-error';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { ErrorBoundary } from '../ui/feedback/error-boundary';

const RELOADED_KEY = 'reloaded-for-screen';

/** A screen in a file of its own. When it cannot be loaded (a new version was installed meanwhile) the page is reloaded once. */
export function lazyScreen(load: () => Promise<ComponentType>) {
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

const screenLoadError = new ApiError(0, 'screen', ['A part of the app could not be loaded. Check your connection.']);

/** Shows a panel in place of a screen that failed; the frame around it stays. */
export function ScreenBoundary({ children }: { readonly children: ReactNode }) {
  const panel = (
    <div className="screen">
      <h1>Something is missing</h1>
      <ErrorPanel title="We could not show this page." error={screenLoadError} onRetry={() => location.reload()} />
    </div>
  );
  return <ErrorBoundary fallback={panel}>{children}</ErrorBoundary>;
}
