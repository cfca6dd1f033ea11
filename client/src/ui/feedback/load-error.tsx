import type { ReactNode } from 'react';
import type { Resource } from '../../api/resource';
import { focusPartAfterwards } from '../navigation/focus';
import { Button, ButtonRow } from '../form/button';
import { SkeletonBar } from './skeleton';

/** Takes the place of a part of a screen that failed to load. */
export const LoadError = ({ onRetry }: { readonly onRetry: () => unknown }) => (
  <ButtonRow>
    <span className="muted">We couldn't load this.</span>
    <Button ref={focusPartAfterwards} onClick={() => void onRetry()}>
      Try again
    </Button>
  </ButtonRow>
);

interface LoadedProps<T> {
  readonly resource: Pick<Resource<T>, 'data' | 'error' | 'reload'>;
  /** The height of the bar that takes its place while it loads. */
  readonly height?: number;
  /** What takes its place instead of a bar. */
  readonly placeholder?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Shows what is loaded: a placeholder first, then the content, and an error with a button if it failed. A failed reload keeps the content. */
export const Loaded = <T,>({ resource: { data, error, reload }, height, placeholder, children }: LoadedProps<T>) => (
  <>
    {error && <LoadError onRetry={reload} />}
    {data === null ? !error && (placeholder ?? <SkeletonBar {...(height === undefined ? {} : { height })} />) : children(data)}
  </>
);
