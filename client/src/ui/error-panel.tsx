import type { ReactNode } from 'react';
import type { ApiError } from '../api/api-error';
import { Button } from './button';
import { TooMany, useCountdown } from './countdown';

interface ErrorPanelProps {
  /** What did not work, as a sentence. */
  readonly title: string;
  readonly fault: ApiError;
  readonly onRetry: () => void;
  readonly children?: ReactNode;
}

/** A failure in its place: what, why, and a way to try again. */
export function ErrorPanel({ title, fault, onRetry, children }: ErrorPanelProps) {
  const waiting = useCountdown(fault);
  return (
    <section className="panel panel--error" data-testid="error-panel" aria-label="Error">
      <p className="panel__title">{title}</p>
      {fault.status === 429 ? <TooMany seconds={waiting} /> : <Reasons errors={fault.errors} />}
      <p className="panel__actions">
        <Button onClick={onRetry} disabled={waiting > 0}>
          Try again
        </Button>
        {children}
      </p>
      {fault.reference !== null && <p className="caption">Reference: {fault.reference}</p>}
    </section>
  );
}

function Reasons({ errors }: { readonly errors: readonly string[] }) {
  if (errors.length === 1) return <p>{errors[0]}</p>;
  return (
    <ul>
      {errors.map((error) => (
        <li key={error}>{error}</li>
      ))}
    </ul>
  );
}
