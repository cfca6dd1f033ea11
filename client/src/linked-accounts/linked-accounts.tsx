import { useEffect, useId, useRef, useState } from 'react';
import { MAX_LINKED_ACCOUNTS } from '#domain/linked-accounts/platform';
import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { classes } from '../ui/classes';
import { api } from '../api/api';
import { paths } from '../site/paths';
import { loadSession } from '../site/session';
import { Card } from '../ui/card';
import { Button, ButtonRow } from '../ui/form/button';
import { Row, RowList } from '../ui/row-list';
import { ConfirmButton } from '../ui/feedback/confirm-dialog';
import { Count } from '../ui/count';
import { ExternalLink } from '../ui/navigation/external-link';
import { FormError } from '../ui/form/form-message';
import { Picture } from '../ui/picture/picture';
import { Loaded } from '../ui/feedback/load-error';
import { useSubmission } from '../ui/form/use-submission';
import { LinkStateText } from './link-state';
import { startLinking, takeJustLinked } from './linking';
import { useLinkedAccounts } from './use-own-accounts';
import styles from './linked-accounts.module.css';

const ACCOUNT_LIMIT_TEXT = `You can link up to ${MAX_LINKED_ACCOUNTS} accounts. Unlink one to add another.`;

/** The user's linked Pinterest accounts, with buttons to add, reconnect, and unlink one. */
export function LinkedAccountsSection() {
  const linked = useLinkedAccounts();
  const { busy, error, run } = useSubmission({ hasErrorToast: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const limitTextId = useId();
  const loaded = linked.error ? null : linked.data;
  const isFull = loaded !== null && loaded.length >= MAX_LINKED_ACCOUNTS;
  const connect = (withVolumes = false) => void run(() => startLinking(withVolumes));
  const unlink = async ({ _id }: LinkedAccount) => {
    await api('DELETE /users/me/pinterest_accounts/:id', { params: { id: _id } });
    await linked.reload();
    await loadSession();
    // The button that opened the dialog is gone with its row.
    heading.current?.focus();
  };
  return (
    <Card aria-labelledby="linked-accounts" data-testid="linked-accounts">
      <h2 id="linked-accounts" ref={heading} tabIndex={-1}>
        Linked accounts{loaded && ` (${loaded.length}/${MAX_LINKED_ACCOUNTS})`}
      </h2>
      <FormError error={error} />
      <Loaded resource={{ ...linked, data: loaded }}>
        {(accounts) => (
          <>
            {accounts.length === 0 && (
              <p>Link your Pinterest accounts to see what Pinterest counts for them. We only read them and never post.</p>
            )}
            <AccountList accounts={accounts} busy={busy} onReconnect={({ has_volumes }) => connect(has_volumes)} onUnlink={unlink} />
          </>
        )}
      </Loaded>
      <ButtonRow>
        <Button disabled={busy || isFull || !linked.data} aria-describedby={isFull ? limitTextId : undefined} onClick={() => connect()}>
          {busy ? 'Opening Pinterest…' : 'Add Account'}
        </Button>
        {isFull && (
          <span id={limitTextId} className="caption">
            {ACCOUNT_LIMIT_TEXT}
          </span>
        )}
      </ButtonRow>
    </Card>
  );
}

interface AccountListProps {
  readonly accounts: readonly LinkedAccount[];
  readonly busy: boolean;
  readonly onReconnect: (account: LinkedAccount) => void;
  readonly onUnlink: (account: LinkedAccount) => Promise<void>;
}

function AccountList({ accounts, busy, onReconnect, onUnlink }: AccountListProps) {
  const [justLinkedId] = useState(takeJustLinked);
  const row = useRef<HTMLLIElement>(null);
  const isListed = accounts.some(({ _id }) => _id === justLinkedId);
  useEffect(() => {
    if (isListed) row.current?.focus();
  }, [isListed]);
  return (
    <RowList>
      {accounts.map((account) => (
        <Row
          key={account._id}
          ref={account._id === justLinkedId ? row : null}
          tabIndex={-1}
          className={styles.row}
          data-testid="account-row"
        >
          <Picture entity="pinner" id={account._id} name={account.username} image={account.profile_image} width={48} />
          <div className={classes('shrink anywhere', styles.text)}>
            <a href={paths.ownAccount(account._id)} className="strong">
              @{account.username}
            </a>
            <p className="caption">
              <Count value={account.pin_count} /> pins{' '}
              <ExternalLink href={account.website_url}>{account.website_url?.replace(/^https?:\/\//, '')}</ExternalLink>
            </p>
            <LinkStateText account={account} />
          </div>
          <ButtonRow>
            {account.needs_reconnect && (
              <Button disabled={busy} onClick={() => onReconnect(account)} aria-label={`Reconnect @${account.username}`}>
                Reconnect
              </Button>
            )}
            <ConfirmButton
              button={{ disabled: busy, 'aria-label': `Unlink @${account.username}` }}
              title={`Unlink @${account.username}? Its pins stay on Pinterest.`}
              actionLabel="Unlink"
              danger
              onConfirm={() => onUnlink(account)}
            >
              <p>
                We forget our access and everything we have read from it. To remove the app at Pinterest as well, open{' '}
                <ExternalLink href="https://www.pinterest.com/settings/security">Pinterest’s settings</ExternalLink> and look for connected
                apps under Security.
              </p>
            </ConfirmButton>
          </ButtonRow>
        </Row>
      ))}
    </RowList>
  );
}
