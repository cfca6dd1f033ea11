import type { ReactNode } from 'react';
import type { ApiError } from '../../api/api-error';
import { classes } from '../classes';
import { focusPartAfterwards } from '../navigation/focus';
import { Button } from '../form/button';
import { RateLimitMessage, useRetryCountdown } from './retry-countdown';
import styles from './panel.module.css';

interface ErrorPanelProps {
  /** What failed, as a sentence. */
  readonly title: string;
  readonly error: ApiError;
  readonly onRetry: () => unknown;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** Takes the place of content that failed to load: what failed, why, and a retry button. */
export function ErrorPanel({ title, error, onRetry, children }: ErrorPanelProps) {
  const secondsToWait = useRetryCountdown(error);
  return (
    <section className={classes('surface stack to-start gap-3', styles.panel, styles.error)} data-testid="error-panel" aria-label="Error">
      <p className="strong text-xl">{title}</p>
      {error.status === 429 ? <RateLimitMessage seconds={secondsToWait} /> : <ErrorList errors={error.errors} />}
      <p className="cluster gap-2 gap-x-4">
        <Button ref={focusPartAfterwards} onClick={onRetry} disabled={secondsToWait > 0}>
          Try again
        </Button>
        {children}
      </p>
      {error.reference !== null && <p className="caption">Reference: {error.reference}</p>}
    </section>
  );
}

/** Several errors as a list, one as a sentence. */
export function ErrorList({ errors }: { readonly errors: readonly string[] }) {
  if (errors.length === 1) return <p>{errors[0]}</p>;
  return (
    <ul>
      {errors.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
