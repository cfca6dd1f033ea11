import { Link } from 'wouter';
import { useState } from 'react';
import { passwordLengths } from '#domain/auth/account/password-rules';
import { api } from '../api/api';
import { paths } from '../site/paths';
import { useArrivalParam } from '../site/arrival';
import { clearSession, setCurrentUser } from '../site/session';
import { navigate } from '../site/navigation';
import { notify } from '../site/toast';
import { SubmitForm } from '../ui/form/submit-form';
import { NewPasswordField } from '../ui/form/password-field';
import { AuthScreen, CheckInbox, CodeField, EmailField, type SentEmail } from './auth-screen';
import { useNextPath } from '../ui/navigation/use-next-path';

/** `/auth/password/reset`; asks for the reset code only if the page was not opened from the emailed link. */
export function ResetScreen() {
  const next = useNextPath();
  const codeFromUrl = useArrivalParam('reset');
  const reset = async (code: string, password: string) => {
    const { user, message } = await api('POST /auth/password/reset', { body: { reset_code: code, password } });
    notify(message, 'success');
    if (user) setCurrentUser(user);
    else await clearSession();
    navigate(user ? next : paths.withNext(paths.login, next), { replace: true });
  };
  return (
    <AuthScreen>
      <SubmitForm submitLabel="Save new password" onSubmit={({ reset_code: code = '', password = '' }) => reset(code.trim(), password)}>
        {(errorId) => (
          <>
            {codeFromUrl === undefined ? (
              <CodeField label="Reset code" name="reset_code" errorId={errorId} />
            ) : (
              <input type="hidden" name="reset_code" value={codeFromUrl} />
            )}
            <NewPasswordField
              label="New password"
              extraHint={`An administrator's has at least ${passwordLengths.admin}. This signs you out everywhere else.`}
              errorId={errorId}
            />
          </>
        )}
      </SubmitForm>
      <p>
        <Link href={paths.recover}>Send a new code</Link>
      </p>
    </AuthScreen>
  );
}

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
