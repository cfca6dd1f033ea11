import { useState } from 'react';
import { type KeyLifetime, keyLifetimes, MAX_PERSONAL_KEYS } from '#domain/auth/api-keys/api-keys';
import type { ApiKeyView } from '#domain/auth/api-keys/contract';
import { premiumSentences } from '#domain/subscriptions/entitlements';
import { api } from '../api/api';
import { useEndpoint } from '../api/resource';
import { copyText } from '../site/clipboard';
import { useEntitlement } from '../site/session';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { ConfirmButton } from '../ui/feedback/confirm-dialog';
import { Loaded } from '../ui/feedback/load-error';
import { Button, ButtonRow } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/select';
import { formatDate } from '../ui/format';
import { SeePremium } from '../ui/navigation/see-premium';
import { Row, RowList } from '../ui/row-list';
import { OwnerButton } from './owner-dialog';
import { FocusedText } from './recovery-codes';

const lifetimeOptions = [
  ...keyLifetimes.map((days) => ({ name: `After ${days} days`, value: days })),
  { name: 'Never, until you revoke it', value: 'never' as const },
];

/** The new key, which is shown this once. */
const NewKey = ({ token, onDone }: { readonly token: string; readonly onDone: () => void }) => (
  <>
    <FocusedText>This is your new API key. Copy it now: it isn't shown again.</FocusedText>
    <p>
      <code className="anywhere">{token}</code>
    </p>
    <ButtonRow>
      <Button onClick={() => void copyText(token, 'Key copied.')}>Copy</Button>
      <Button kind="primary" onClick={onDone}>
        I've saved it
      </Button>
    </ButtonRow>
  </>
);

const isExpired = (expiresAt: string | null) => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** The button that creates a key, or why there can be no other one. */
function CreateKey({ keys, onCreated }: { readonly keys: readonly ApiKeyView[]; readonly onCreated: (token: string) => Promise<void> }) {
  const hasEntitlement = useEntitlement('api_keys');
  const [lifetime, setLifetime] = useState<KeyLifetime | 'never'>(keyLifetimes[1]);
  const create = async (name: string) => {
    const days = lifetime === 'never' ? null : lifetime;
    await onCreated((await api('POST /users/me/api-keys', { body: { name, expires_in_days: days } })).token);
  };
  if (!hasEntitlement) {
    return (
      <p>
        {premiumSentences.api_keys} <SeePremium />
      </p>
    );
  }
  if (keys.filter(({ kind, expires_at }) => kind === 'personal' && !isExpired(expires_at)).length >= MAX_PERSONAL_KEYS)
    return <p>You have {MAX_PERSONAL_KEYS} keys, which is all you can have. Revoke one to create another.</p>;
  return (
    <p>
      <OwnerButton label="Create a key" title="Create an API key" actionLabel="Create" onConfirm={({ name = '' }) => create(name)}>
        <Field label="Name" name="name" required maxLength={60} hint="What it is for, such as the name of a script." />
        <Select label="Expires" value={lifetime} options={lifetimeOptions} onChange={setLifetime} />
      </OwnerButton>
    </p>
  );
}

/** The user's API keys, which programs read this site with. */
export function ApiKeysSection() {
  const keys = useEndpoint('GET /users/me/api-keys');
  const [token, setToken] = useState<string | null>(null);
  const finish = async (newToken: string) => {
    setToken(newToken);
    await keys.reload();
  };
  const revoke = async (id: string) => {
    await api('DELETE /users/me/api-keys/:id', { params: { id } });
    await keys.reload();
    return 'Key revoked.';
  };
  return (
    <Card id="api-keys" title="API keys">
      {token !== null && <NewKey token={token} onDone={() => setToken(null)} />}
      <p>
        Scripts and assistants read what you can see with an API key. They can't change anything, or see your account.{' '}
        <a href="/api/docs">API documentation</a>
      </p>
      <Loaded resource={keys}>
        {(list) => (
          <>
            <RowList>
              {list.map(({ id, name, kind, prefix, created_at, used_at, expires_at }) => (
                <Row key={id}>
                  <div>
                    <strong>{name}</strong> {kind === 'ingest' && <Badge>Imports</Badge>} {isExpired(expires_at) && <Badge>Expired</Badge>}
                    <p className="caption">
                      <code>{prefix}…</code> · Created {formatDate(created_at)} ·{' '}
                      {used_at === null ? 'not used yet' : `last used ${formatDate(used_at)}`}
                      {expires_at !== null && ` · ${isExpired(expires_at) ? 'expired' : 'expires'} ${formatDate(expires_at)}`}
                    </p>
                  </div>
                  <ConfirmButton
                    button={{ 'aria-label': `Revoke the key ${name}` }}
                    title="Revoke this key?"
                    actionLabel="Revoke"
                    danger
                    onConfirm={() => revoke(id)}
                  >
                    <p>What uses “{name}” stops working at once.</p>
                  </ConfirmButton>
                </Row>
              ))}
            </RowList>
            {token === null && <CreateKey keys={list} onCreated={finish} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}
