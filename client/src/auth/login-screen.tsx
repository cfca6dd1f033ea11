import { findScreen } from '#domain/site/find-screen';
import { screens } from '#domain/site/screens';
import { api } from '../api/api';
import { paths } from '../site/paths';
import { setCurrentUser, useUser } from '../site/session';
import { Link } from 'wouter';
import { Redirect } from '../ui/navigation/redirect';
import { Notice } from '../ui/feedback/notice';
import { PasswordField } from '../ui/form/password-field';
import { SubmitForm } from '../ui/form/submit-form';
import { AuthScreen } from './auth-screen';
import { DemoSignIn } from './demo-sign-in';
import { EmailField } from './auth-fields';
import { useNextPath } from '../ui/navigation/use-next-path';

/** Whether the visitor was sent here from a screen that needs an account. */
function isGuarded(next: string): boolean {
  const found = findScreen(next.split(/[?#]/)[0] ?? '');
  return found !== null && screens[found.name].access !== 'anyone';
}

/** `/auth/login`; redirects users who are already signed in. */
export function LoginScreen() {
  const next = useNextPath();
  const user = useUser();
  if (user) return <Redirect to={next} />;
  return (
    <AuthScreen>
      {isGuarded(next) && <Notice>Sign in to continue.</Notice>}
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
      <p>Just signed up? Open the Magic Link in our email first.</p>
      <p>
        New here? <Link href={paths.withNext(paths.register, next)}>Sign up</Link>
      </p>
      <DemoSignIn />
    </AuthScreen>
  );
}
