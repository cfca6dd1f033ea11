import { type ReactNode, useId } from 'react';
import { Button } from './button';
import { useRetryCountdown } from '../feedback/retry-countdown';
import { FormError } from './form-error';
import { Spinner } from '../feedback/spinner';
import { notify } from '../../site/toast';
import { formFields, useSubmission } from './use-submission';
import styles from './form.module.css';

interface SubmitFormProps {
  /** A verb. */
  readonly submitLabel: string;
  /** Receives the fields by name; an error it throws is shown above the form, and the input stays. */
  readonly onSubmit: (fields: Readonly<Record<string, string>>, form: HTMLFormElement) => Promise<void>;
  /** Renders the fields; `errorId` is the id of the error message while there is one. */
  readonly children: (errorId: string | undefined) => ReactNode;
}

/** A form that sends one request at a time and shows its error above the fields and as a toast. */
export function SubmitForm({ submitLabel, onSubmit, children }: SubmitFormProps) {
  const { busy, error, run } = useSubmission(({ message }) => notify(message, 'error'));
  const secondsToWait = useRetryCountdown(error);
  const errorId = useId();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void run(() => onSubmit(formFields(form), form));
      }}
    >
      <FormError id={errorId} error={error} />
      {children(error ? errorId : undefined)}
      <div className={styles.submit}>
        <Button type="submit" kind="primary" disabled={busy || secondsToWait > 0}>
          {submitLabel}
        </Button>
        <Spinner busy={busy} label="Sending" />
      </div>
    </form>
  );
}
