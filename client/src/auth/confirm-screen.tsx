import { useState } from 'react';
import { safeRedirect } from '#domain/auth/sessions/safe-redirect';
import { paths } from '../site/paths';
import { useArrivalParam } from '../site/arrival';
import { readStored, RETURN_PATH_KEY } from '../site/storage';
import { useUser } from '../site/session';
import { AuthScreen } from './auth-screen';
import { CapturedMailLink } from '../ui/form/form-message';
import { ResendCode } from '../ui/form/resend-code';
import { useNextPath } from '../ui/navigation/use-next-path';
import { ConfirmForm } from './confirm-form';

/** `/auth/email/confirm`; the emailed link fills in the confirmation code and submits it. */
export function ConfirmScreen() {
  const nextParam = useNextPath();
  // The emailed link carries no path to return to; this browser stored one if it signed up.
  const [storedPath] = useState(() => safeRedirect(readStored(RETURN_PATH_KEY, 'localStorage'), location.origin, paths.confirm));
  const user = useUser();
  return (
    <AuthScreen>
      <ConfirmForm next={nextParam === paths.home ? storedPath : nextParam} codeFromUrl={useArrivalParam('confirmation')} />
      {user?.is_confirmed ? <p>Your email address is confirmed.</p> : <ResendCode />}
      <CapturedMailLink />
    </AuthScreen>
  );
}
