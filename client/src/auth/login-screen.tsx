import { useEffect, useRef, useState } from 'react';
import { signInProblemText } from '#domain/auth/single-sign-on/problems';
import { findScreen } from '#domain/site/find-screen';
import { screens } from '#domain/site/screens';
import { api } from '../api/api';
import { useSettings } from '../api/settings';
import { paths } from '../site/paths';
import { navigate } from '../site/navigation';
import { setCurrentUser, useUser } from '../site/session';
import { Link } from 'wouter';
import { Redirect } from '../ui/navigation/redirect';
import { Notice } from '../ui/feedback/notice';
import { Button } from '../ui/form/button';
import { PasswordField } from '../ui/form/password-field';
import { ActionButton, SubmitForm } from '../ui/form/submit-form';
import { AuthScreen, CodeField, EmailField, SingleSignOnButton } from './auth-screen';
import { useNextPath } from '../ui/navigation/use-next-path';
import { useSearchText } from '../ui/navigation/use-path';
import { hasPasskeys, signInWithPasskey } from '../site/passkeys';
import { FormError } from '../ui/form/form-message';
import { useSubmission } from '../ui/form/use-submission';
import { classes } from '../ui/classes';
import styles from './demo-sign-in.module.css';

const demoRoles = ['admin', 'premium', 'free'] as const;

/** One sign-in button per demo account, on sites that have them; or what shows the buttons. */
function DemoSignIn() {
  const { demo_sign_in: hasDemo, needs_printed_address: closed } = useSettings();
  const { busy, error, run } = useSubmission();
  if (closed.includes('demo_sign_in'))
    return <p className="caption">To sign in to the demo, open the address that the server printed when it started.</p>;
  if (!hasDemo) return null;
  const signIn = async (role: (typeof demoRoles)[number]) => {
    const { user } = await api('POST /auth/demo', { body: { role } });
    setCurrentUser(user);
  };
  return (
    <section className={classes('stack line-above gap-2', styles.section)} aria-labelledby="demo-accounts">
      <p className="caption" id="demo-accounts">
        Demo accounts
      </p>
      <FormError error={error} />
      {demoRoles.map((role) => (
        <Button key={role} disabled={busy} onClick={() => void run(() => signIn(role))}>
          Sign in as {role === 'admin' ? role : `${role} user`}
        </Button>
      ))}
    </section>
  );
}

/** The button that signs in with a passkey, in browsers that have them. */
const PasskeySignIn = ({ label }: { readonly label: string }) =>
  hasPasskeys() && <ActionButton onAct={async () => setCurrentUser(await signInWithPasskey())}>{label}</ActionButton>;

/** Whether the visitor was sent here from a screen that needs an account. */
function isGuarded(next: string): boolean {
  const found = findScreen(next.split(/[?#]/)[0] ?? '');
  return found !== null && screens[found.name].access !== 'anyone';
}

/** `/auth/login`; redirects users who are already signed in. */
export function LoginScreen() {
  const next = useNextPath();
  const user = useUser();
  const isOpen = useSettings().registration === 'open';
  // The return from the OpenID provider says what is missing, or why it signed no one in.
  const query = new URLSearchParams(useSearchText());
  const problem = signInProblemText(query.get('problem'));
  const [needsCode, setNeedsCode] = useState(query.get('missing') === 'code');
  if (user) return <Redirect to={next} />;
  if (needsCode) return <CodeScreen onBack={() => setNeedsCode(false)} />;
  return (
    <AuthScreen>
      {problem !== null && <Notice isWarning>{problem}</Notice>}
      {isGuarded(next) && (
        <Notice>
          {next.startsWith(`${paths.account}?link=`)
            ? 'You already have an account with this address. Sign in with your password to link single sign-on to it.'
            : 'Sign in to continue.'}
        </Notice>
      )}
      <SubmitForm
        submitLabel="Sign in"
        onSubmit={async ({ email = '', password = '' }) => {
          const response = await api('POST /auth/login', { body: { email, password } });
          if (response.next === 'add_second_factor') navigate(paths.withNext(paths.login, paths.account), { replace: true });
          if (response.user) setCurrentUser(response.user);
          else setNeedsCode(true);
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
      {isOpen && (
        <p>
          New here? <Link href={paths.withNext(paths.register, next)}>Sign up</Link>
        </p>
      )}
      <PasskeySignIn label="Sign in with a passkey" />
      <SingleSignOnButton next={next} />
      <DemoSignIn />
    </AuthScreen>
  );
}

/** The code of the second factor, or a passkey, after the password. */
function CodeScreen({ onBack }: { readonly onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <AuthScreen>
      <h2 ref={heading} tabIndex={-1}>
        Enter your code
      </h2>
      <SubmitForm
        submitLabel="Continue"
        onSubmit={async ({ code = '' }) => setCurrentUser((await api('POST /auth/login/code', { body: { code } })).user)}
      >
        {(errorId) => <CodeField label="Code" name="code" hint="From your authenticator app, or a recovery code." errorId={errorId} />}
      </SubmitForm>
      <PasskeySignIn label="Use a passkey" />
      <p>
        <Button onClick={onBack}>Use another account</Button>
      </p>
    </AuthScreen>
  );
}
