import { api } from '../api/api';
import { useSettings } from '../api/settings';
import { Button } from '../ui/form/button';
import { FormError } from '../ui/form/form-message';
import { useSubmission } from '../ui/form/use-submission';

/** The button that signs in with the OpenID provider, on sites that have one. */
export function SingleSignOnButton({ next }: { readonly next: string }) {
  const { single_sign_on: label } = useSettings();
  const { busy, error, run } = useSubmission();
  if (label === null) return null;
  const begin = async () => location.assign((await api('POST /auth/oidc', { body: { next } })).redirect_uri);
  return (
    <>
      <FormError error={error} />
      <p>
        <Button disabled={busy} onClick={() => void run(begin)}>
          {label}
        </Button>
      </p>
    </>
  );
}
