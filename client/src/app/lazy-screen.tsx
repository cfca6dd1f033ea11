import { type ComponentProps, type ElementType, lazy, type ReactNode, useState } from 'react';
import { ApiError } from '../api/api-error';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { ErrorBoundary } from '../ui/feedback/error-boundary';
import type { ModuleWith } from '../ui/own-chunk';

/** What loads a screen in a chunk of its own. */
export interface Loadable {
  load(): Promise<unknown>;
}

/**
 * The export `name` of a module, in its own chunk (see `loadChunk`). A screen that was loaded before it is first rendered is drawn at once:
 * a lazy component would show its fallback for a moment.
 */
export function lazyScreen<K extends string, M extends ModuleWith<K>>(importModule: () => Promise<M>, name: K): M[K] & Loadable {
  let loaded: M[K] | null = null;
  const load = async () => ({ default: (loaded = (await importModule())[name]) });
  const LazyComponent = lazy(load);
  function Screen(props: ComponentProps<M[K]>): ReactNode {
    const [Component] = useState<ElementType>(() => loaded ?? LazyComponent);
    return <Component {...props} />;
  }
  return Object.assign(Screen, { load }) as unknown as M[K] & Loadable;
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
