import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/api';
import { ApiError } from '../api/api-error';
import { paths } from '../app/paths';
import { takeBrought } from '../arrival';
import { signIn, useUser } from '../session';
import { Field } from '../ui/field';
import { go } from '../ui/navigation';
import { Screen } from '../ui/screen';
import { notify } from '../ui/toast';
import { AuthForm } from './auth-form';
import { keepCode, keptCode } from './kept-code';
import { ResendCode } from './resend-code';
import { LocalMail } from './said';
import { useNext } from './use-next';
import '../styles/auth.css';

/** `/auth/email/confirm`: the code of the letter, which the letter's own link fills in and sends. */
export function ConfirmScreen() {
  const next = useNext();
  const user = useUser();
  const [brought] = useState(() => takeBrought('confirmation'));
  const [mustSignIn, setMustSignIn] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const signInFirst = useId();
  useSubmitOnce(brought !== undefined, () => place.current?.querySelector('form')?.requestSubmit());
  const confirm = async (code: string) => {
    setMustSignIn(false);
    try {
      const { user, message } = await api('POST /auth/email/confirm', { body: { confirmation_code: code } });
      keepCode(null);
      if (user) signIn(user);
      notify(message, 'success');
      go(next, { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      keepCode(code);
      setMustSignIn(true);
    }
  };
  return (
    <Screen className="auth">
      <div ref={place}>
        <AuthForm action="Confirm" onSubmit={({ confirmation_code: code = '' }) => confirm(code.trim())}>
          {(faultId) => (
            <Field
              label="Confirmation code"
              name="confirmation_code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              required
              maxLength={200}
              defaultValue={brought ?? keptCode()}
              hint="It is in the e-mail we sent you."
              faultId={faultId}
            />
          )}
        </AuthForm>
      </div>
      {mustSignIn && (
        <div className="notice notice--info" role="alert" aria-labelledby={signInFirst}>
          <p id={signInFirst}>
            Sign in first, so that we know it is you. The code waits here.{' '}
            <Link href={paths.withNext(paths.login, paths.withNext(paths.confirm, next))}>Sign in</Link>
          </p>
        </div>
      )}
      {user?.is_confirmed ? <p>Your E-Mail address is confirmed.</p> : <ResendCode />}
      <LocalMail />
    </Screen>
  );
}

/** Does it once, when the screen appears. */
function useSubmitOnce(wanted: boolean, submit: () => void): void {
  const latest = useEffectEvent(submit);
  useEffect(() => {
    if (wanted) latest();
  }, [wanted]);
}
