import { classes } from '../ui/classes';
import { api } from '../api/api';
import { useSettings } from '../api/settings';
import { setCurrentUser } from '../site/session';
import { Button } from '../ui/form/button';
import { FormError } from '../ui/form/form-message';
import { useSubmission } from '../ui/form/use-submission';
import styles from './demo-sign-in.module.css';

const demoRoles = ['admin', 'premium', 'free'] as const;

/** One sign-in button per demo account, on sites that have them; or what shows the buttons. */
export function DemoSignIn() {
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
