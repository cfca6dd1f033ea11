import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { api } from '../api/api';
import { settings } from '../api/settings';
import { paths } from '../site/paths';
import { session, setCurrentUser, useUser } from '../site/session';
import { Redirect } from '../ui/navigation/redirect';
import { Button } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { FormError } from '../ui/form/form-error';
import { PasswordField } from '../ui/form/password-field';
import { Screen } from '../ui/navigation/screen';
import { notify } from '../site/toast';
import { useSubmission } from '../ui/form/use-submission';
import { SubmitForm } from '../ui/form/submit-form';
import { useNextPath } from './use-next-path';
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
