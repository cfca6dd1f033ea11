import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button, ButtonRow } from './button';
import { useRetryCountdown } from '../feedback/retry-countdown';
import { Form } from './form';
import { FormError, FormSuccess } from './form-message';
import { Spinner } from '../feedback/spinner';
import { type FormFields, formFields, useSubmission } from './use-submission';

interface SubmitFormProps {
  /** A verb. */
  readonly submitLabel: string;
  /** Receives the fields by name. The message it returns is shown below the form; an error it throws is shown above, and the input stays. */
  readonly onSubmit: (fields: FormFields, form: HTMLFormElement) => Promise<string | void>;
  /** Renders the fields; `errorId` is the id of the error message while there is one. */
  readonly children: (errorId: string | undefined) => ReactNode;
}

interface ActionButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  readonly onAct: () => Promise<string | void>;
  /** False: a failure shows here only. */
  readonly hasErrorToast?: boolean;
}

/** A button that sends one request at a time and shows its outcome beside it and as a toast. */
export function ActionButton({ onAct, hasErrorToast = true, ...button }: ActionButtonProps) {
  const { busy, error, message, run } = useSubmission({ hasErrorToast });
  return (
    <>
      <FormError error={error} />
      <p>
        <Button disabled={busy} {...button} onClick={() => void run(onAct)} />
      </p>
      <FormSuccess message={message} />
    </>
  );
}

/** A form that sends one request at a time and shows its outcome in place and as a toast. */
export function SubmitForm({ submitLabel, onSubmit, children }: SubmitFormProps) {
  const { busy, error, message, run } = useSubmission();
  const secondsToWait = useRetryCountdown(error);
  const errorId = useId();
  return (
    <Form className="stack gap-4" onSubmit={(form) => void run(() => onSubmit(formFields(form), form))}>
      <FormError id={errorId} error={error} />
      {children(error ? errorId : undefined)}
      <ButtonRow>
        <Button type="submit" kind="primary" disabled={busy || secondsToWait > 0}>
          {submitLabel}
        </Button>
        <Spinner busy={busy} label="Sending" />
      </ButtonRow>
      <FormSuccess message={message} />
    </Form>
  );
}
