import { type ReactNode, useId } from 'react';
import { Button } from '../ui/button';
import { useCountdown } from '../ui/countdown';
import { FormFault } from '../ui/form-fault';
import { Spinner } from '../ui/spinner';
import { notify } from '../ui/toast';
import { fieldsOf, useSubmission } from '../ui/use-submission';

interface AuthFormProps {
  /** The button's text, a verb. */
  readonly action: string;
  /** Takes the fields by their names; what it throws is shown above the form, and what was typed stays. */
  readonly onSubmit: (fields: Readonly<Record<string, string>>, form: HTMLFormElement) => Promise<void>;
  /** The fields; each ties itself to the fault while there is one. */
  readonly children: (faultId: string | undefined) => ReactNode;
}

/** A form that asks who one is or takes a new password: one try at a time, its fault in a red box and as a toast. */
export function AuthForm({ action, onSubmit, children }: AuthFormProps) {
  const { busy, fault, run } = useSubmission(({ message }) => notify(message, 'error'));
  const waiting = useCountdown(fault);
  const faultId = useId();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void run(() => onSubmit(fieldsOf(form), form));
      }}
    >
      <FormFault id={faultId} fault={fault} />
      {children(fault ? faultId : undefined)}
      <div className="form__submit">
        <Button type="submit" kind="primary" disabled={busy || waiting > 0}>
          {action}
        </Button>
        <Spinner busy={busy} label="Sending" />
      </div>
    </form>
  );
}
