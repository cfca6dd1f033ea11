import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { ApiError } from '../api/api-error';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { ErrorBoundary } from '../ui/feedback/error-boundary';

/** A screen in its own chunk, and what loads it. */
export interface LazyScreen<P extends object> {
  (props: P): ReactNode;
  load(): Promise<unknown>;
}

/**
 * The export `name` of a module, in its own chunk (see `loadChunk`). A screen that was loaded before it is first rendered is drawn at once:
 * a lazy component would show its fallback for a moment.
 */
export function lazyScreen<P extends object, K extends string>(
  importModule: () => Promise<Readonly<Record<K, ComponentType<P>>>>,
  name: K,
): LazyScreen<P> {
  let loaded: ComponentType<P> | null = null;
  const load = async () => ({ default: (loaded = (await importModule())[name]) });
  const LazyComponent = lazy(load);
  function Screen(props: P): ReactNode {
    const [Component] = useState<ComponentType<P>>(() => loaded ?? LazyComponent);
    return <Component {...props} />;
  }
  return Object.assign(Screen, { load });
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
