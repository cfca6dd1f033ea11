import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { api } from '../api/api';
import { paths } from '../site/paths';
import { session, setCurrentUser, useUser } from '../site/session';
import { Redirect } from '../ui/navigation/redirect';
import { Field } from '../ui/form/field';
import { Screen } from '../ui/navigation/screen';
import { notify } from '../site/toast';
import { SubmitForm } from '../ui/form/submit-form';
import { NewPasswordField } from '../ui/form/new-password-field';
import { CapturedMailLink, FormSuccess } from '../ui/form/form-success';
import { useNextPath } from './use-next-path';
import '../styles/auth.css';

/** `/auth/register`; the same success for a new address and for one that has an account. */
export function RegisterScreen() {
  const next = useNextPath();
  const user = useUser();
  const { isLoaded } = useSnapshot(session);
  const [successMessage, setSuccessMessage] = useState<string | null>(null);
  if (isLoaded && user) return <Redirect to={next} />;
  const register = async ({ email = '', password = '' }: Readonly<Record<string, string>>) => {
    setSuccessMessage(null);
    const { user, message } = await api('POST /auth/register', { body: { email, password } });
    if (user) setCurrentUser(user);
    setSuccessMessage(message);
    notify(message, 'success');
  };
  return (
    <Screen className="auth">
      <SubmitForm submitLabel="Sign up" onSubmit={register}>
        {(errorId) => (
          <>
            <Field label="E-mail" name="email" type="email" autoComplete="username" required maxLength={254} errorId={errorId} />
            <NewPasswordField label="Password" errorId={errorId} />
          </>
        )}
      </SubmitForm>
      <FormSuccess message={successMessage} />
      {successMessage !== null && (
        <>
          <p>
            <Link href={paths.withNext(paths.confirm, next)}>Enter the code from the e-mail</Link>
          </p>
          <CapturedMailLink />
        </>
      )}
      <p className="caption">
        Not for people under 13. What we keep about you is in the <Link href={paths.privacy}>privacy policy</Link>.
      </p>
      <p>
        Already have an account? <Link href={paths.withNext(paths.login, next)}>Sign in</Link>
      </p>
    </Screen>
  );
}
