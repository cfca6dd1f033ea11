import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { api } from '../api/api';
import { paths } from '../app/paths';
import { session, signIn, useUser } from '../session';
import { Away } from '../ui/away';
import { Field } from '../ui/field';
import { Screen } from '../ui/screen';
import { notify } from '../ui/toast';
import { AuthForm } from './auth-form';
import { NewPasswordField } from './new-password-field';
import { LocalMail, Said } from './said';
import { useNext } from './use-next';
import '../styles/auth.css';

/** `/auth/register`; the same success for a new address and for one that has an account. */
export function RegisterScreen() {
  const next = useNext();
  const user = useUser();
  const { known } = useSnapshot(session);
  const [said, setSaid] = useState<string | null>(null);
  if (known && user) return <Away to={next} />;
  const register = async ({ email = '', password = '' }: Readonly<Record<string, string>>) => {
    setSaid(null);
    const { user, message } = await api('POST /auth/register', { body: { email, password } });
    if (user) signIn(user);
    setSaid(message);
    notify(message, 'success');
  };
  return (
    <Screen className="auth">
      <AuthForm action="Sign up" onSubmit={register}>
        {(faultId) => (
          <>
            <Field label="E-mail" name="email" type="email" autoComplete="username" required maxLength={254} faultId={faultId} />
            <NewPasswordField label="Password" faultId={faultId} />
          </>
        )}
      </AuthForm>
      <Said message={said} />
      {said !== null && (
        <>
          <p>
            <Link href={paths.withNext(paths.confirm, next)}>Enter the code from the e-mail</Link>
          </p>
          <LocalMail />
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
