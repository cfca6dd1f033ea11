import { useState } from 'react';
import { api } from '../api/api';
import { paths } from '../site/paths';
import { notify } from '../site/toast';
import { SubmitForm } from '../ui/form/submit-form';
import { Link } from 'wouter';
import { AuthScreen, CheckInbox, type SentEmail, EmailField } from './auth-screen';

/** `/auth/password/recover`; shows the same next step whether or not the address has an account. */
export function RecoverScreen() {
  const [sent, setSent] = useState<SentEmail | null>(null);
  const requestCode = async (email: string) => (await api('POST /auth/password/recover', { body: { email } })).message;
  const recover = async (email: string) => {
    const message = await requestCode(email);
    setSent({ email, message });
    notify(message, 'success');
  };
  return (
    <AuthScreen>
      {sent ? (
        <CheckInbox
          sent={sent}
          code={
            <p>
              <Link href={paths.reset}>Enter the code from the email</Link>
            </p>
          }
          onChangeAddress={() => setSent(null)}
        >
          <SubmitForm submitLabel="Send again" onSubmit={() => requestCode(sent.email)}>
            {() => null}
          </SubmitForm>
        </CheckInbox>
      ) : (
        <SubmitForm submitLabel="Send Reset Link" onSubmit={({ email = '' }) => recover(email)}>
          {(errorId) => <EmailField errorId={errorId} />}
        </SubmitForm>
      )}
      <p>
        <Link href={paths.login}>Back to sign in</Link>
      </p>
    </AuthScreen>
  );
}
