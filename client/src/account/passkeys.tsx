import { useState } from 'react';
import type { PasskeyView } from '#domain/auth/passkeys/contract';
import { api } from '../api/api';
import { useResource } from '../api/resource';
import { addPasskey, hasPasskeys } from '../site/passkeys';
import { loadSession } from '../site/session';
import { notify } from '../site/toast';
import { Card } from '../ui/card';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { formatDate } from '../ui/format';
import { Row, RowList } from '../ui/row-list';
import { OwnerDialog } from './owner-dialog';
import { RecoveryCodeList } from './recovery-codes';
import styles from './second-factor.module.css';

/** The passkeys that sign in to the account. `onChange` is called when there is another one, or one less. */
export function PasskeysSection({ onChange }: { readonly onChange: () => void }) {
  const { data, error, reload } = useResource('/users/me/passkeys', (signal) => api('GET /users/me/passkeys', { signal }));
  const [open, setOpen] = useState<PasskeyView | 'new' | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const finish = async (message: string) => {
    setOpen(null);
    notify(message, 'success');
    onChange();
    // An administrator who had to add one is one again.
    await Promise.all([reload(), loadSession()]);
  };
  const add = async (name: string) => {
    const { recovery_codes } = await addPasskey(name);
    setCodes(recovery_codes);
    await finish('Passkey added.');
  };
  const remove = async (id: string) => {
    await api('DELETE /users/me/passkeys/:id', { params: { id } });
    await finish('Passkey removed.');
  };
  return (
    <Card aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      {error && <LoadError onRetry={() => void reload()} />}
      {!data && !error && (
        <div className={styles.loading}>
          <SkeletonBar />
        </div>
      )}
      {codes.length > 0 && <RecoveryCodeList codes={codes} onDone={() => setCodes([])} />}
      {data?.length === 0 && (
        <p>
          A passkey signs in with the fingerprint, face, or PIN of your device, without a password. Once you have one, your password alone
          no longer signs in.
        </p>
      )}
      <RowList>
        {data?.map((passkey) => (
          <Row key={passkey.id}>
            <div>
              <strong>{passkey.name}</strong>
              <p className="caption">
                Added {formatDate(passkey.added_at)} ·{' '}
                {passkey.used_at === null ? 'not used yet' : `last used ${formatDate(passkey.used_at)}`}
              </p>
            </div>
            <Button onClick={() => setOpen(passkey)} aria-label={`Remove the passkey ${passkey.name}`}>
              Remove
            </Button>
          </Row>
        ))}
      </RowList>
      <p>{hasPasskeys() ? <Button onClick={() => setOpen('new')}>Add a passkey</Button> : "This browser can't use passkeys."}</p>
      {open === 'new' && (
        <OwnerDialog title="Add a passkey" actionLabel="Continue" onConfirm={({ name = '' }) => add(name)} onClose={() => setOpen(null)}>
          <Field label="Name" name="name" required maxLength={60} hint="So that you recognize it, such as the name of this device." />
        </OwnerDialog>
      )}
      {open !== null && open !== 'new' && (
        <OwnerDialog
          title="Remove this passkey?"
          actionLabel="Remove"
          danger
          onConfirm={() => remove(open.id)}
          onClose={() => setOpen(null)}
        >
          <p>“{open.name}” will no longer sign in. Delete it on your device, too.</p>
        </OwnerDialog>
      )}
    </Card>
  );
}
