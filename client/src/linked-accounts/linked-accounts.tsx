import { useEffect, useId, useRef, useState } from 'react';
import { type LinkedAccount, MOST_LINKED_ACCOUNTS } from '#domain/linked-accounts/linked-account';
import { api } from '../api/api';
import { loadSession } from '../session';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Count } from '../ui/count';
import { ExternalLink } from '../ui/external-link';
import { FormFault } from '../ui/form-fault';
import { ImageTile } from '../ui/image-tile';
import { LoadFault } from '../ui/load-fault';
import { Bone } from '../ui/skeleton';
import { useLoaded } from '../ui/use-loaded';
import { useSubmission } from '../ui/use-submission';
import { startLinking, takeJustLinked } from './linking';

const FULL = `You can link up to ${MOST_LINKED_ACCOUNTS} accounts. Unlink one to add another.`;

/** The accounts of the platform that are linked, and how to link one more. */
export function LinkedAccounts() {
  const { data, fault: loadFault, reload } = useLoaded((signal) => api('GET /users/me/pinterest_accounts', { signal }));
  const { busy, fault, run } = useSubmission();
  const [unlinking, setUnlinking] = useState<LinkedAccount | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isGone = useRef(false);
  const faultId = useId();
  const fullId = useId();
  const accounts = loadFault ? [] : (data ?? []);
  const isFull = accounts.length >= MOST_LINKED_ACCOUNTS;
  const unlink = async ({ _id }: LinkedAccount) => {
    await api('DELETE /users/me/pinterest_accounts/:id', { params: { id: _id } });
    await reload();
    isGone.current = true;
    setUnlinking(null);
    await loadSession();
  };
  // The button that opened the question went with its row; only after the dialog may anything else have the focus.
  useEffect(() => {
    if (unlinking || !isGone.current) return;
    isGone.current = false;
    heading.current?.focus();
  }, [unlinking]);
  return (
    <section className="card" aria-labelledby="linked-accounts" data-testid="linked-accounts">
      <h2 id="linked-accounts" ref={heading} tabIndex={-1}>
        Linked accounts ({accounts.length}/{MOST_LINKED_ACCOUNTS})
      </h2>
      <FormFault id={faultId} fault={fault} />
      {loadFault && <LoadFault onRetry={() => void reload()} />}
      {!data && !loadFault && <Bone />}
      {data?.length === 0 && !loadFault && <p>None yet. Link one to see it here.</p>}
      <AccountList accounts={accounts} busy={busy} onReconnect={() => void run(startLinking)} onUnlink={setUnlinking} />
      <p className="plan__actions">
        <Button disabled={busy || isFull || !data} aria-describedby={isFull ? fullId : undefined} onClick={() => void run(startLinking)}>
          {busy ? 'Opening Pinterest…' : 'Add Account'}
        </Button>
        {isFull && (
          <span id={fullId} className="caption">
            {FULL}
          </span>
        )}
      </p>
      {unlinking && (
        <ConfirmDialog
          title={`Unlink @${unlinking.username}? Its pins stay on Pinterest.`}
          action="Unlink"
          danger
          onConfirm={() => unlink(unlinking)}
          onClose={() => setUnlinking(null)}
        />
      )}
    </section>
  );
}

interface AccountListProps {
  readonly accounts: readonly LinkedAccount[];
  readonly busy: boolean;
  readonly onReconnect: () => void;
  readonly onUnlink: (account: LinkedAccount) => void;
}

function AccountList({ accounts, busy, onReconnect, onUnlink }: AccountListProps) {
  const [fresh] = useState(takeJustLinked);
  const row = useRef<HTMLLIElement>(null);
  const isThere = accounts.some(({ _id }) => _id === fresh);
  useEffect(() => {
    if (isThere) row.current?.focus();
  }, [isThere]);
  return (
    <ul className="dashboard__list">
      {accounts.map((account) => (
        <li
          key={account._id}
          ref={account._id === fresh ? row : null}
          tabIndex={-1}
          className="dashboard__row account-row"
          data-testid="account-row"
        >
          <ImageTile id={account._id} name={account.username} image={account.profile_image} size={48} />
          <div className="account-row__text">
            <strong>@{account.username}</strong>
            <p className="caption">
              <Count value={account.pin_count} /> pins{' '}
              <ExternalLink href={account.website_url}>{account.website_url?.replace(/^https?:\/\//, '')}</ExternalLink>
            </p>
            {account.needs_reconnect && <p className="account-row__stale">Pinterest no longer lets us read it.</p>}
          </div>
          <div className="account-row__actions">
            {account.needs_reconnect && (
              <Button disabled={busy} onClick={onReconnect} aria-label={`Reconnect @${account.username}`}>
                Reconnect
              </Button>
            )}
            <Button disabled={busy} onClick={() => onUnlink(account)} aria-label={`Unlink @${account.username}`}>
              Unlink
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
