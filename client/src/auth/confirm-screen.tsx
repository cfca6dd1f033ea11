import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { safeRedirect } from '#domain/auth/sessions/safe-redirect';
import { paths } from '../site/paths';
import { useArrivalParam } from '../site/arrival';
import { readStored, RETURN_PATH_KEY, store } from '../site/storage';
import { setCurrentUser, useUser } from '../site/session';
import { AuthScreen, CodeField } from './auth-screen';
import { CapturedMailLink } from '../ui/form/form-message';
import { ResendCode } from '../ui/form/resend-code';
import { useNextPath } from '../ui/navigation/use-next-path';
import { api } from '../api/api';
import { ApiError } from '../api/api-error';
import { NewsNotice } from '../ui/feedback/notice';
import { navigate } from '../site/navigation';
import { notify } from '../site/toast';
import { SubmitForm } from '../ui/form/submit-form';

/** `/auth/email/confirm`; the emailed link fills in the confirmation code and submits it. */
export function ConfirmScreen() {
  const nextParam = useNextPath();
  // The emailed link carries no path to return to; this browser stored one if it signed up.
  const [storedPath] = useState(() => safeRedirect(readStored(RETURN_PATH_KEY, 'localStorage'), location.origin, paths.confirm));
  const user = useUser();
  return (
    <AuthScreen>
      <ConfirmForm next={nextParam === paths.home ? storedPath : nextParam} codeFromUrl={useArrivalParam('confirmation')} />
      {!user?.is_confirmed && (
        <>
          <ResendCode />
          <CapturedMailLink />
        </>
      )}
    </AuthScreen>
  );
}

interface ConfirmFormProps {
  /** Where to go once the address is confirmed. */
  readonly next: string;
  /** A code that is submitted without a click. */
  readonly codeFromUrl?: string | undefined;
}

/** The form for the emailed code; those whose address is confirmed need none, and a link of theirs that was used before is not refused. */
export function ConfirmForm({ next, codeFromUrl }: ConfirmFormProps) {
  const isConfirmed = useUser()?.is_confirmed === true;
  const [isSpent, setIsSpent] = useState(false);
  const [mustSignIn, setMustSignIn] = useState(false);
  const formContainer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (codeFromUrl !== undefined) formContainer.current?.querySelector('form')?.requestSubmit();
  }, [codeFromUrl]);
  const confirm = async (code: string) => {
    setMustSignIn(false);
    try {
      const { user, message } = await api('POST /auth/email/confirm', { body: { confirmation_code: code } });
      store(RETURN_PATH_KEY, null, 'localStorage');
      if (user) setCurrentUser(user);
      notify(message, 'success');
      navigate(next, { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) setMustSignIn(true);
      else if (isConfirmed && error.status === 422) setIsSpent(true);
      else throw error;
    }
  };
  if (isConfirmed && (isSpent || codeFromUrl === undefined)) return <p>Your email address is confirmed.</p>;
  return (
    <>
      <div ref={formContainer}>
        <SubmitForm submitLabel="Confirm" onSubmit={({ confirmation_code: code = '' }) => confirm(code.trim())}>
          {(errorId) => <CodeField label="Confirmation code" name="confirmation_code" defaultValue={codeFromUrl ?? ''} errorId={errorId} />}
        </SubmitForm>
      </div>
      {mustSignIn && (
        <NewsNotice role="alert" aria-label="Sign in first">
          Sign in here with the password you signed up with, and we'll confirm this address.{' '}
          <Link href={paths.withNext(paths.login, next)}>Sign in</Link>
        </NewsNotice>
      )}
    </>
  );
}
