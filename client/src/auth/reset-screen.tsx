import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/api';
import { paths } from '../app/paths';
import { takeBrought } from '../arrival';
import { leaveSession, signIn } from '../session';
import { Field } from '../ui/field';
import { go } from '../ui/navigation';
import { Screen } from '../ui/screen';
import { notify } from '../ui/toast';
import { AuthForm } from './auth-form';
import { NewPasswordField } from './new-password-field';
import { useNext } from './use-next';
import '../styles/auth.css';

/** `/auth/password/reset`: a new password; the letter's link brings the code along unseen, without it the code is typed. */
export function ResetScreen() {
  const next = useNext();
  const [brought] = useState(() => takeBrought('reset'));
  const reset = async (code: string, password: string) => {
    const { user, message } = await api('POST /auth/password/reset', { body: { reset_code: code, password } });
    notify(message, 'success');
    if (user) signIn(user);
    else await leaveSession();
    go(user ? next : paths.withNext(paths.login, next), { replace: true });
  };
  return (
    <Screen className="auth">
      <AuthForm action="Save new password" onSubmit={({ reset_code: code = '', password = '' }) => reset(code.trim(), password)}>
        {(faultId) => (
          <>
            {brought === undefined ? (
              <Field
                label="Reset code"
                name="reset_code"
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                required
                maxLength={200}
                hint="It is in the e-mail we sent you."
                faultId={faultId}
              />
            ) : (
              <input type="hidden" name="reset_code" value={brought} />
            )}
            <NewPasswordField label="New password" more="You are signed out everywhere else." faultId={faultId} />
          </>
        )}
      </AuthForm>
      <p>
        <Link href={paths.recover}>Ask for a new code</Link>
      </p>
    </Screen>
  );
}
