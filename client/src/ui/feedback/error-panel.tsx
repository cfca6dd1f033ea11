import type { ReactNode } from 'react';
import type { ApiError } from '../../api/api-error';
import { Button } from '../form/button';
import { RateLimitMessage, useRetryCountdown } from './retry-countdown';

interface ErrorPanelProps {
  /** What did not work, as a sentence. */
  readonly title: string;
  readonly error: ApiError;
  readonly onRetry: () => void;
  readonly children?: ReactNode;
}

/** A failure in its place: what, why, and a way to try again. */
export function ErrorPanel({ title, error, onRetry, children }: ErrorPanelProps) {
  const secondsToWait = useRetryCountdown(error);
  return (
    <section className="panel panel--error" data-testid="error-panel" aria-label="Error">
      <p className="panel__title">{title}</p>
      {error.status === 429 ? <RateLimitMessage seconds={secondsToWait} /> : <ErrorList errors={error.errors} />}
      <p className="panel__actions">
        <Button onClick={onRetry} disabled={secondsToWait > 0}>
          Try again
        </Button>
        {children}
      </p>
      {error.reference !== null && <p className="caption">Reference: {error.reference}</p>}
    </section>
  );
}

function ErrorList({ errors }: { readonly errors: readonly string[] }) {
  if (errors.length === 1) return <p>{errors[0]}</p>;
  return (
    <ul>
      {errors.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
