import { useState } from 'react';
import { api } from '../api/api';
import { useEndpoint } from '../api/resource';
import { addPasskey, hasPasskeys } from '../site/passkeys';
import { loadSession } from '../site/session';
import { Card } from '../ui/card';
import { Loaded } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Field } from '../ui/form/field';
import { formatDate } from '../ui/format';
import { Row, RowList } from '../ui/row-list';
import { OwnerButton } from './owner-dialog';
import { RecoveryCodeList } from './recovery-codes';
import styles from './second-factor.module.css';

/** The passkeys that sign in to the account. `onChange` is called when there is another one, or one less. */
export function PasskeysSection({ onChange }: { readonly onChange: () => void }) {
  const passkeys = useEndpoint('GET /users/me/passkeys');
  const [codes, setCodes] = useState<readonly string[]>([]);
  const finish = async (message: string) => {
    onChange();
    // An administrator who had to add one is one again.
    await Promise.all([passkeys.reload(), loadSession()]);
    return message;
  };
  const add = async (name: string) => {
    const { recovery_codes } = await addPasskey(name);
    setCodes(recovery_codes);
    return finish('Passkey added.');
  };
  const remove = async (id: string) => {
    await api('DELETE /users/me/passkeys/:id', { params: { id } });
    return finish('Passkey removed.');
  };
  return (
    <Card title="Passkeys">
      {codes.length > 0 && <RecoveryCodeList codes={codes} onDone={() => setCodes([])} />}
      <Loaded
        resource={passkeys}
        placeholder={
          <div className={styles.loading}>
            <SkeletonBar />
          </div>
        }
      >
        {(list) => (
          <>
            {list.length === 0 && (
              <p>
                A passkey signs in with the fingerprint, face, or PIN of your device, without a password. Once you have one, your password
                alone no longer signs in.
              </p>
            )}
            <RowList>
              {list.map(({ id, name, added_at, used_at }) => (
                <Row key={id}>
                  <div>
                    <strong>{name}</strong>
                    <p className="caption">
                      Added {formatDate(added_at)} · {used_at === null ? 'not used yet' : `last used ${formatDate(used_at)}`}
                    </p>
                  </div>
                  <OwnerButton
                    button={{ 'aria-label': `Remove the passkey ${name}` }}
                    title="Remove this passkey?"
                    actionLabel="Remove"
                    danger
                    onConfirm={() => remove(id)}
                  >
                    <p>“{name}” will no longer sign in. Delete it on your device, too.</p>
                  </OwnerButton>
                </Row>
              ))}
            </RowList>
          </>
        )}
      </Loaded>
      <p>
        {hasPasskeys() ? (
          <OwnerButton label="Add a passkey" title="Add a passkey" actionLabel="Continue" onConfirm={({ name = '' }) => add(name)}>
            <Field label="Name" name="name" required maxLength={60} hint="So that you recognize it, such as the name of this device." />
          </OwnerButton>
        ) : (
          "This browser can't use passkeys."
        )}
      </p>
    </Card>
  );
}
