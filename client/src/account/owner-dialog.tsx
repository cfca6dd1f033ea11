import type { ReactNode } from 'react';
import { api } from '../api/api';
import { useResource } from '../api/use-resource';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { LoadError } from '../ui/feedback/load-error';
import { PasswordField } from '../ui/form/password-field';
import type { FormFields } from '../ui/form/use-submission';

interface OwnerDialogProps {
  readonly title: string;
  /** A verb. */
  readonly actionLabel: string;
  readonly danger?: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A confirmation dialog for what a stranger at this browser must not do: it asks whose it is, unless that was shown in the last minutes. */
export function OwnerDialog({ onConfirm, children, ...dialog }: OwnerDialogProps) {
  const { data, error, reload } = useResource('/users/me/owner-check', (signal) => api('GET /users/me/owner-check', { signal }));
  const confirm = async ({ password }: FormFields) => {
    if (password !== undefined) await api('POST /users/me/owner-check', { body: { password } });
    await onConfirm();
  };
  // It opens with its field, so that the keyboard begins there.
  if (!data && !error) return null;
  return (
    <ConfirmDialog {...dialog} onConfirm={confirm}>
      {children}
      {error && <LoadError onRetry={() => void reload()} />}
      {data && !data.is_checked && (
        <>
          <p>Enter your password to continue.</p>
          <PasswordField label="Password" name="password" autoComplete="current-password" required />
        </>
      )}
    </ConfirmDialog>
  );
}
