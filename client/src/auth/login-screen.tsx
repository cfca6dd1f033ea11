import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { api } from '../api/api';
import { settings } from '../api/settings';
import { paths } from '../app/paths';
import { session, setCurrentUser, useUser } from '../session';
import { Redirect } from '../ui/away';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FormError } from '../ui/form-fault';
import { PasswordField } from '../ui/password-field';
import { Screen } from '../ui/screen';
import { notify } from '../ui/toast';
import { useSubmission } from '../ui/use-submission';
import { SubmitForm } from './auth-form';
import { useNextPath } from './use-next';
import '../styles/auth.css';

/** `/auth/login`; whoever is signed in goes on to where it leads. */
export function LoginScreen() {
  const next = useNextPath();
  const user = useUser();
  const { isLoaded } = useSnapshot(session);
  if (isLoaded && user) return <Redirect to={next} />;
  return (
    <Screen className="auth">
      <SubmitForm
        submitLabel="Sign in"
        onSubmit={async ({ email = '', password = '' }) => {
          const { user } = await api('POST /auth/login', { body: { email, password } });
          setCurrentUser(user);
        }}
      >
        {(errorId) => (
          <>
            <Field label="E-mail" name="email" type="email" autoComplete="username" required maxLength={254} errorId={errorId} />
            <PasswordField label="Password" name="password" autoComplete="current-password" required errorId={errorId} />
          </>
        )}
      </SubmitForm>
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

const demoRoles = ['admin', 'premium', 'free'] as const;

/** One button for each of the demo's users, where the installation has them. */
function DemoSignIn() {
  const { demo_sign_in: hasDemo } = useSnapshot(settings).site;
  const { busy, error, run } = useSubmission(({ message }) => notify(message, 'error'));
  const errorId = useId();
  if (!hasDemo) return null;
  return (
    <section className="auth__demo" aria-label="Demo users">
      <p className="caption">This installation is a demo:</p>
      <FormError id={errorId} error={error} />
      {demoRoles.map((role) => (
        <Button
          key={role}
          disabled={busy}
          onClick={() =>
            void run(async () => {
              const { user } = await api('POST /auth/demo', { body: { role } });
              setCurrentUser(user);
            })
          }
        >
          Sign in as {role === 'admin' ? role : `${role} user`}
        </Button>
      ))}
    </section>
  );
}
