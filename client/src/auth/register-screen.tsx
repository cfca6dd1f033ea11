import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { api } from '../api/api';
import { useSettings } from '../api/settings';
import { paths } from '../site/paths';
import { loadSession, session, setCurrentUser, useUser } from '../site/session';
import { RETURN_PATH_KEY, store } from '../site/storage';
import { notify } from '../site/toast';
import { Link } from 'wouter';
import { Redirect } from '../ui/navigation/redirect';
import { SubmitForm } from '../ui/form/submit-form';
import { ResendCode } from '../ui/form/resend-code';
import { NewPasswordField } from '../ui/form/password-field';
import type { FormFields } from '../ui/form/use-submission';
import { AuthScreen, CheckInbox, type SentEmail, EmailField, SingleSignOnButton } from './auth-screen';
import { ConfirmForm } from './confirm-screen';
import { useNextPath } from '../ui/navigation/use-next-path';

/** `/auth/register`; shows the same next step whether or not the address has an account, and again after a reload. */
export function RegisterScreen() {
  const next = useNextPath();
  const user = useUser();
  const { registration, support_email: email } = useSettings();
  const { pendingEmail } = useSnapshot(session);
  const [response, setResponse] = useState<SentEmail | null>(null);
  const [usesAnother, setUsesAnother] = useState(false);
  const sent = response ?? (pendingEmail && !usesAnother ? { email: pendingEmail, message: null } : null);
  if (user) return <Redirect to={next} />;
  const register = async ({ email = '', password = '' }: FormFields) => {
    const { user, message } = await api('POST /auth/register', { body: { email, password } });
    if (user) setCurrentUser(user);
    store(RETURN_PATH_KEY, next === paths.home ? null : next, 'localStorage');
    setResponse({ email, message });
    notify(message, 'success');
    // For who leaves this screen and comes back.
    void loadSession();
  };
  const useAnother = () => {
    setResponse(null);
    setUsesAnother(true);
  };
  if (sent) {
    return (
      <AuthScreen>
        <CheckInbox sent={sent} code={<ConfirmForm next={next} />} onChangeAddress={useAnother}>
          <ResendCode />
        </CheckInbox>
      </AuthScreen>
    );
  }
  if (registration === 'closed') {
    return (
      <AuthScreen>
        <p>
          This site is closed to new accounts. Ask <a href={`mailto:${email}`}>{email}</a> for one.
        </p>
        <SingleSignOnButton next={next} />
        <SignInLine next={next} />
      </AuthScreen>
    );
  }
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
      <p className="caption">
        You must be 13 or older. See our <Link href={paths.privacy}>privacy policy</Link>.
      </p>
      <SignInLine next={next} />
    </AuthScreen>
  );
}

const SignInLine = ({ next }: { readonly next: string }) => (
  <p>
    Already have an account? <Link href={paths.withNext(paths.login, next)}>Sign in</Link>
  </p>
);
