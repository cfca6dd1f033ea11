import { useState } from 'react';
import { api } from '../api/api';
import { AuthForm } from '../auth/auth-form';
import { NewPasswordField } from '../auth/new-password-field';
import { Said } from '../auth/said';
import { PasswordField } from '../ui/password-field';
import { notify } from '../ui/toast';

/** Asks the old password and takes a new one. */
export function ChangePassword() {
  const [said, setSaid] = useState<string | null>(null);
  const change = async ({ current_password = '', password = '' }: Readonly<Record<string, string>>, form: HTMLFormElement) => {
    setSaid(null);
    const { message } = await api('POST /auth/password/change', { body: { current_password, password } });
    setSaid(message);
    notify(message, 'success');
    form.reset();
  };
  return (
    <section className="card" aria-labelledby="change-password">
      <h2 id="change-password">Change password</h2>
      <div className="dashboard__form">
        <AuthForm action="Change password" onSubmit={change}>
          {(faultId) => (
            <>
              <PasswordField label="Current password" name="current_password" autoComplete="current-password" required faultId={faultId} />
              <NewPasswordField label="New password" faultId={faultId} />
            </>
          )}
        </AuthForm>
      </div>
      <Said message={said} />
    </section>
  );
}
