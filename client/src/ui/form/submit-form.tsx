import { type ReactNode, useId } from 'react';
import { Button } from './button';
import { useRetryCountdown } from '../feedback/retry-countdown';
import { FormError } from './form-error';
import { Spinner } from '../feedback/spinner';
import { notify } from '../../site/toast';
import { formFields, useSubmission } from './use-submission';

interface SubmitFormProps {
  /** The button's text, a verb. */
  readonly submitLabel: string;
  /** Takes the fields by their names; what it throws is shown above the form, and what was typed stays. */
  readonly onSubmit: (fields: Readonly<Record<string, string>>, form: HTMLFormElement) => Promise<void>;
  /** The fields; each ties itself to the fault while there is one. */
  readonly children: (errorId: string | undefined) => ReactNode;
}

/** A form that asks who one is or takes a new password: one try at a time, its fault in a red box and as a toast. */
export function SubmitForm({ submitLabel, onSubmit, children }: SubmitFormProps) {
  const { busy, error, run } = useSubmission(({ message }) => notify(message, 'error'));
  const secondsToWait = useRetryCountdown(error);
  const errorId = useId();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void run(() => onSubmit(formFields(form), form));
      }}
    >
      <FormError id={errorId} error={error} />
      {children(error ? errorId : undefined)}
      <div className="form__submit">
        <Button type="submit" kind="primary" disabled={busy || secondsToWait > 0}>
          {submitLabel}
        </Button>
        <Spinner busy={busy} label="Sending" />
      </div>
    </form>
  );
}
