import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/api';
import { paths } from '../app/paths';
import { takeBrought } from '../arrival';
import { leaveSession, signIn } from '../session';
import { Field } from '../ui/field';
import { go } from '../ui/navigation';
import { PasswordField } from '../ui/password-field';
import { Screen } from '../ui/screen';
import { notify } from '../ui/toast';
import { AuthForm } from './auth-form';
import { sentences } from './sentences';
import { useNext } from './use-next';
import '../styles/auth.css';

/** `/auth/password/reset`: a new password; the letter's link brings the code along unseen, without it the code is typed. */
export function ResetScreen() {
  const next = useNext();
  const [brought] = useState(() => takeBrought('reset'));
  const reset = async (code: string, password: string) => {
    const { user, message = sentences.reset } = await api('POST /auth/password/reset', { body: { reset_code: code, password } });
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
                hint="It stands in the letter we sent you."
                faultId={faultId}
              />
            ) : (
              <input type="hidden" name="reset_code" value={brought} />
            )}
            <PasswordField
              label="New password"
              name="password"
              autoComplete="new-password"
              required
              minLength={10}
              maxLength={128}
              hint="At least 10 characters. You are signed out everywhere else."
              faultId={faultId}
            />
          </>
        )}
      </AuthForm>
      <p>
        <Link href={paths.recover}>Ask for a new code</Link>
      </p>
    </Screen>
  );
}
