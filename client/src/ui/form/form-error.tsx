import { useEffect, useRef } from 'react';
import type { ApiError } from '../../api/api-error';
import { RateLimitMessage, useRetryCountdown } from '../feedback/retry-countdown';
import styles from './form-message.module.css';

/** The error message above a form. It takes the focus, so that keyboard and screen reader users continue from there. */
export function FormError({ id, error }: { readonly id?: string; readonly error: ApiError | null }) {
  const box = useRef<HTMLDivElement>(null);
  const seconds = useRetryCountdown(error);
  useEffect(() => {
    if (error) box.current?.focus();
  }, [error]);
  if (!error) return null;
  return (
    <div ref={box} id={id} className={styles.error} role="alert" tabIndex={-1} data-testid="form-error">
      {error.status === 429 ? <RateLimitMessage seconds={seconds} /> : error.errors.map((message) => <p key={message}>{message}</p>)}
    </div>
  );
}
