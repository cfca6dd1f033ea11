import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/api';
import { paths } from '../app/paths';
import { Field } from '../ui/field';
import { Screen } from '../ui/screen';
import { notify } from '../ui/toast';
import { AuthForm } from './auth-form';
import { LocalMail, Said } from './said';
import '../styles/auth.css';

/** `/auth/password/recover`; says the same whether or not the address has an account. */
export function RecoverScreen() {
  const [said, setSaid] = useState<string | null>(null);
  const recover = async (email: string) => {
    setSaid(null);
    const { message } = await api('POST /auth/password/recover', { body: { email } });
    setSaid(message);
    notify(message, 'success');
  };
  return (
    <Screen className="auth">
      <AuthForm action="Send Reset Link" onSubmit={({ email = '' }) => recover(email)}>
        {(faultId) => <Field label="E-mail" name="email" type="email" autoComplete="username" required maxLength={254} faultId={faultId} />}
      </AuthForm>
      <Said message={said} />
      {said !== null && (
        <>
          <p>
            <Link href={paths.reset}>Enter the code from the e-mail</Link>
          </p>
          <LocalMail />
        </>
      )}
      <p>
        <Link href={paths.login}>Back to sign in</Link>
      </p>
    </Screen>
  );
}
