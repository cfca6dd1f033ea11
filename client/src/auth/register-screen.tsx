import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { api } from '../api/api';
import { paths } from '../site/paths';
import { session, setCurrentUser, useUser } from '../site/session';
import { Redirect } from '../ui/navigation/redirect';
import { notify } from '../site/toast';
import { SubmitForm } from '../ui/form/submit-form';
import { NewPasswordField } from '../ui/form/new-password-field';
import { CapturedMailLink, FormSuccess } from '../ui/form/form-success';
import { AuthScreen } from './auth-screen';
import { EmailField } from './email-field';
import { useNextPath } from './use-next-path';
import text from '../ui/text.module.css';

/** `/auth/register`; shows the same success message whether or not the address has an account. */
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
    <AuthScreen>
      <SubmitForm submitLabel="Sign up" onSubmit={register}>
        {(errorId) => (
          <>
            <EmailField errorId={errorId} />
            <NewPasswordField label="Password" errorId={errorId} />
          </>
        )}
      </SubmitForm>
      <FormSuccess message={successMessage} />
      {successMessage !== null && (
        <>
          <p>
            <Link href={paths.withNext(paths.confirm, next)}>Enter the code from the email</Link>
          </p>
          <CapturedMailLink />
        </>
      )}
      <p className={text.caption}>
        You must be 13 or older. See our <Link href={paths.privacy}>privacy policy</Link>.
      </p>
      <p>
        Already have an account? <Link href={paths.withNext(paths.login, next)}>Sign in</Link>
      </p>
    </AuthScreen>
  );
}
