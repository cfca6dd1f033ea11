import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { api } from '../api/api';
import { settings } from '../api/settings';
import { paths } from '../site/paths';
import { session, setCurrentUser, useUser } from '../site/session';
import { Redirect } from '../ui/navigation/redirect';
import { Button } from '../ui/form/button';
import { FormError } from '../ui/form/form-error';
import { PasswordField } from '../ui/form/password-field';
import { Screen } from '../ui/navigation/screen';
import { notify } from '../site/toast';
import { useSubmission } from '../ui/form/use-submission';
import { SubmitForm } from '../ui/form/submit-form';
import { EmailField } from './email-field';
import { useNextPath } from './use-next-path';
import '../styles/auth.css';

/** `/auth/login`; redirects users who are already signed in. */
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
            <EmailField errorId={errorId} />
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

/** One sign-in button per demo account, on sites that have them. */
function DemoSignIn() {
  const { demo_sign_in: hasDemo } = useSnapshot(settings).site;
  const { busy, error, run } = useSubmission(({ message }) => notify(message, 'error'));
  const errorId = useId();
  if (!hasDemo) return null;
  return (
    <section className="auth__demo" aria-labelledby="demo-accounts">
      <p className="caption" id="demo-accounts">
        Demo accounts
      </p>
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
