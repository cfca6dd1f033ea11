import { classes } from '../classes';
import { useEffect, useRef } from 'react';
import type { ApiError } from '../../api/api-error';
import { useSettings } from '../../api/settings';
import { Notice } from '../feedback/notice';
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
    <div
      ref={box}
      id={id}
      className={classes('danger-tone stack rounded gap-1', styles.error)}
      role="alert"
      tabIndex={-1}
      data-testid="form-error"
    >
      {error.status === 429 ? <RateLimitMessage seconds={seconds} /> : error.errors.map((message) => <p key={message}>{message}</p>)}
    </div>
  );
}

/** The success message of a form; it stays when the toast with the same text has gone. */
export const FormSuccess = ({ message }: { readonly message: string | null }) => (
  <output className={classes('success-tone rounded block', styles.success)} hidden={message === null}>
    {message}
  </output>
);

/** A link to the captured mail, where the site sends no email; or what opens it. */
export function CapturedMailLink() {
  const { local_mail: isLocal, needs_printed_address: closed } = useSettings();
  if (closed.includes('local_mail'))
    return <Notice>This site doesn't send email. To read it, open the address that the server printed when it started.</Notice>;
  if (!isLocal) return null;
  return (
    <Notice>
      <a href="/dev/mail" target="_blank" rel="noopener">
        This site doesn't send email. Read it at /dev/mail
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </Notice>
  );
}
