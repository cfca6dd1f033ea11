import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { api } from '../api/api';
import { settings } from '../api/settings';
import { paths } from '../app/paths';
import { session, signIn, useUser } from '../session';
import { Away } from '../ui/away';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FormFault } from '../ui/form-fault';
import { PasswordField } from '../ui/password-field';
import { Screen } from '../ui/screen';
import { notify } from '../ui/toast';
import { useSubmission } from '../ui/use-submission';
import { AuthForm } from './auth-form';
import { useNext } from './use-next';
import '../styles/auth.css';

/** `/auth/login`; whoever is signed in goes on to where it leads. */
export function LoginScreen() {
  const next = useNext();
  const user = useUser();
  const { known } = useSnapshot(session);
  if (known && user) return <Away to={next} />;
  return (
    <Screen className="auth">
      <AuthForm
        action="Sign in"
        onSubmit={async ({ email = '', password = '' }) => {
          const { user } = await api('POST /auth/login', { body: { email, password } });
          signIn(user);
        }}
      >
        {(faultId) => (
          <>
            <Field label="E-mail" name="email" type="email" autoComplete="username" required maxLength={254} faultId={faultId} />
            <PasswordField label="Password" name="password" autoComplete="current-password" required faultId={faultId} />
          </>
        )}
      </AuthForm>
      <p>
        <Link href={paths.recover}>Forgot your password?</Link>
      </p>
      <p>
        New here? <Link href={paths.withNext(paths.register, next)}>Sign up</Link>
      </p>
      <DemoSignIn />
    </Screen>
  );
}

const roles = ['admin', 'premium', 'free'] as const;

/** One button for each of the demo's users, where the installation has them. */
function DemoSignIn() {
  const { demo_sign_in: hasDemo } = useSnapshot(settings).site;
  const { busy, fault, run } = useSubmission(({ message }) => notify(message, 'error'));
  const faultId = useId();
  if (!hasDemo) return null;
  return (
    <section className="auth__demo" aria-label="Demo users">
      <p className="caption">This installation is a demo:</p>
      <FormFault id={faultId} fault={fault} />
      {roles.map((role) => (
        <Button
          key={role}
          disabled={busy}
          onClick={() =>
            void run(async () => {
              const { user } = await api('POST /auth/demo', { body: { role } });
              signIn(user);
            })
          }
        >
          Sign in as {role === 'admin' ? role : `${role} user`}
        </Button>
      ))}
    </section>
  );
}
