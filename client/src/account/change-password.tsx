import { useId, useState } from 'react';
import { api } from '../api/api';
import { NewPasswordField } from '../auth/new-password-field';
import { Said } from '../auth/said';
import { Button } from '../ui/button';
import { FormFault } from '../ui/form-fault';
import { PasswordField } from '../ui/password-field';
import { Spinner } from '../ui/spinner';
import { notify } from '../ui/toast';
import { fieldsOf, useSubmission } from '../ui/use-submission';

/** Asks the old password and takes a new one. */
export function ChangePassword() {
  const { busy, fault, run } = useSubmission(({ message }) => notify(message, 'error'));
  const [said, setSaid] = useState<string | null>(null);
  const faultId = useId();
  const change = async (form: HTMLFormElement) => {
    const { current_password = '', password = '' } = fieldsOf(form);
    setSaid(null);
    const { message } = await api('POST /auth/password/change', { body: { current_password, password } });
    setSaid(message);
    notify(message, 'success');
    form.reset();
  };
  const tied = fault ? faultId : undefined;
  return (
    <section className="card" aria-labelledby="change-password">
      <h2 id="change-password">Change password</h2>
      <form
        className="form dashboard__form"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void run(() => change(form));
        }}
      >
        <FormFault id={faultId} fault={fault} />
        <PasswordField label="Current password" name="current_password" autoComplete="current-password" required faultId={tied} />
        <NewPasswordField label="New password" faultId={tied} />
        <div className="form__submit">
          <Button type="submit" disabled={busy}>
            Change password
          </Button>
          <Spinner busy={busy} label="Sending" />
        </div>
        <Said message={said} />
      </form>
    </section>
  );
}
