import { type ComponentProps, useState } from 'react';
import type { OwnerCheckStatus } from '#domain/auth/account/contract';
import { api } from '../api/api';
import { useSettings } from '../api/settings';
import { useEndpoint } from '../api/resource';
import { checkOwnerWithPasskey, hasPasskeys } from '../site/passkeys';
import { ConfirmButton, ConfirmDialog, type ConfirmDialogProps } from '../ui/feedback/confirm-dialog';
import { LoadError } from '../ui/feedback/load-error';
import { PasswordField } from '../ui/form/password-field';
import { ActionButton } from '../ui/form/submit-form';
import type { FormFields } from '../ui/form/use-submission';
import { paths } from '../site/paths';
import { FocusedText } from './recovery-codes';

/** A confirmation dialog for what a stranger at this browser must not do: it asks whose it is, unless that was shown in the last minutes. */
export function OwnerDialog({ onConfirm, children, ...dialog }: ConfirmDialogProps) {
  const { data, error, reload } = useEndpoint('GET /users/me/owner-check');
  const confirm = async (fields: FormFields) => {
    const { password } = fields;
    if (password !== undefined) await api('POST /users/me/owner-check', { body: { password } });
    return onConfirm(fields);
  };
  // It opens with its field, so that the keyboard begins there.
  if (!data && !error) return null;
  return (
    <ConfirmDialog {...dialog} onConfirm={confirm}>
      {children}
      {error && <LoadError onRetry={reload} />}
      {data && !data.is_checked && <Proof status={data} />}
    </ConfirmDialog>
  );
}

/** A button whose action takes an owner check. */
export const OwnerButton = (props: ComponentProps<typeof ConfirmButton>) => <ConfirmButton {...props} Confirm={OwnerDialog} />;

/** The ways to show whose session it is. */
function Proof({ status: { has_password, has_passkey, has_sign_in_link } }: { readonly status: OwnerCheckStatus }) {
  const { single_sign_on } = useSettings();
  const [isDone, setIsDone] = useState(false);
  if (isDone) return <FocusedText>Thanks, it's you. You can go on.</FocusedText>;
  const canUsePasskey = has_passkey && hasPasskeys();
  const canUseSingleSignOn = has_sign_in_link && single_sign_on !== null;
  const signInAgain = async () =>
    location.assign((await api('POST /auth/oidc', { body: { next: `${paths.account}?checked`, is_owner_check: true } })).redirect_uri);
  return (
    <>
      {has_password && (
        <>
          <p>Enter your password to continue.</p>
          <PasswordField label="Password" name="password" autoComplete="current-password" required />
        </>
      )}
      {canUsePasskey && (
        <ActionButton onAct={() => checkOwnerWithPasskey().then(() => setIsDone(true))}>
          {has_password ? 'Use a passkey instead' : 'Use your passkey to continue'}
        </ActionButton>
      )}
      {canUseSingleSignOn && (
        <ActionButton onAct={signInAgain}>
          {has_password ? 'Use single sign-on instead' : 'Sign in again with single sign-on to continue'}
        </ActionButton>
      )}
      {!has_password && !canUsePasskey && !canUseSingleSignOn && (
        <p>Your account has no password. Set one first, by “Forgot your password?” on the sign-in page.</p>
      )}
    </>
  );
}
