import { hasPasskeys, signInWithPasskey } from '../site/passkeys';
import { setCurrentUser } from '../site/session';
import { Button } from '../ui/form/button';
import { FormError } from '../ui/form/form-message';
import { useSubmission } from '../ui/form/use-submission';

/** The button that signs in with a passkey, in browsers that have them. */
export function PasskeySignIn({ label }: { readonly label: string }) {
  const { busy, error, run } = useSubmission();
  if (!hasPasskeys()) return null;
  return (
    <>
      <FormError error={error} />
      <p>
        <Button disabled={busy} onClick={() => void run(async () => setCurrentUser(await signInWithPasskey()))}>
          {label}
        </Button>
      </p>
    </>
  );
}
