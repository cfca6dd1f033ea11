import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/api';
import { ApiError } from '../api/api-error';
import { paths } from '../site/paths';
import { takeArrivalParam } from '../site/arrival';
import { readStored, store } from '../site/storage';
import { setCurrentUser, useUser } from '../site/session';
import { NewsNotice } from '../ui/feedback/notice';
import { navigate } from '../site/navigation';
import { notify } from '../site/toast';
import { SubmitForm } from '../ui/form/submit-form';
import { AuthScreen } from './auth-screen';
import { CodeField } from './auth-fields';
import { CapturedMailLink } from '../ui/form/form-message';
import { ResendCode } from '../ui/form/resend-code';
import { useNextPath } from './use-next-path';

/** The code is stored in this tab while the user signs in, so that it never appears in a URL. */
const CODE_KEY = 'confirmation-code';

/** `/auth/email/confirm`; the emailed link fills in the confirmation code and submits it. */
export function ConfirmScreen() {
  const next = useNextPath();
  const user = useUser();
  const [codeFromUrl] = useState(() => takeArrivalParam('confirmation'));
  const [mustSignIn, setMustSignIn] = useState(false);
  const formContainer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (codeFromUrl !== undefined) formContainer.current?.querySelector('form')?.requestSubmit();
  }, [codeFromUrl]);
  const confirm = async (code: string) => {
    setMustSignIn(false);
    try {
      const { user, message } = await api('POST /auth/email/confirm', { body: { confirmation_code: code } });
      store(CODE_KEY, null, 'sessionStorage');
      if (user) setCurrentUser(user);
      notify(message, 'success');
      navigate(next, { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      store(CODE_KEY, code, 'sessionStorage');
      setMustSignIn(true);
    }
  };
  return (
    <AuthScreen>
      <div ref={formContainer}>
        <SubmitForm submitLabel="Confirm" onSubmit={({ confirmation_code: code = '' }) => confirm(code.trim())}>
          {(errorId) => (
            <CodeField
              label="Confirmation code"
              name="confirmation_code"
              defaultValue={codeFromUrl ?? readStored(CODE_KEY, 'sessionStorage') ?? ''}
              errorId={errorId}
            />
          )}
        </SubmitForm>
      </div>
      {mustSignIn && (
        <NewsNotice role="alert" aria-label="Sign in first">
          Sign in to confirm this address. We'll keep the code.{' '}
          <Link href={paths.withNext(paths.login, paths.withNext(paths.confirm, next))}>Sign in</Link>
        </NewsNotice>
      )}
      {user?.is_confirmed ? <p>Your email address is confirmed.</p> : <ResendCode />}
      <CapturedMailLink />
    </AuthScreen>
  );
}
