import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/api';
import { paths } from '../site/paths';
import { notify } from '../site/toast';
import { SubmitForm } from '../ui/form/submit-form';
import { CapturedMailLink, FormSuccess } from '../ui/form/form-success';
import { AuthScreen } from './auth-screen';
import { EmailField } from './email-field';

/** `/auth/password/recover`; shows the same message whether or not the address has an account. */
export function RecoverScreen() {
  const [successMessage, setSuccessMessage] = useState<string | null>(null);
  const recover = async (email: string) => {
    setSuccessMessage(null);
    const { message } = await api('POST /auth/password/recover', { body: { email } });
    setSuccessMessage(message);
    notify(message, 'success');
  };
  return (
    <AuthScreen>
      <SubmitForm submitLabel="Send Reset Link" onSubmit={({ email = '' }) => recover(email)}>
        {(errorId) => <EmailField errorId={errorId} />}
      </SubmitForm>
      <FormSuccess message={successMessage} />
      {successMessage !== null && (
        <>
          <p>
            <Link href={paths.reset}>Enter the code from the email</Link>
          </p>
          <CapturedMailLink />
        </>
      )}
      <p>
        <Link href={paths.login}>Back to sign in</Link>
      </p>
    </AuthScreen>
  );
}
