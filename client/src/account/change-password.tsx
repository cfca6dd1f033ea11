import { passwordLengths } from '#domain/auth/account/password-rules';
import { api } from '../api/api';
import { useIsAdmin } from '../site/session';
import { Card } from '../ui/card';
import { SubmitForm } from '../ui/form/submit-form';
import { NewPasswordField, PasswordField } from '../ui/form/password-field';
import type { FormFields } from '../ui/form/use-submission';
import styles from './change-password.module.css';

/** Changes the password; asks for the current one first. */
export function ChangePassword() {
  const isAdmin = useIsAdmin();
  const changePassword = async ({ current_password = '', password = '' }: FormFields, form: HTMLFormElement) => {
    const { message } = await api('POST /auth/password/change', { body: { current_password, password } });
    form.reset();
    return message;
  };
  return (
    <Card id="change-password" title="Change password">
      <div className={styles.form}>
        <SubmitForm submitLabel="Change password" onSubmit={changePassword}>
          {(errorId) => (
            <>
              <PasswordField label="Current password" name="current_password" autoComplete="current-password" required errorId={errorId} />
              <NewPasswordField label="New password" minLength={isAdmin ? passwordLengths.admin : passwordLengths.user} errorId={errorId} />
            </>
          )}
        </SubmitForm>
      </div>
    </Card>
  );
}
