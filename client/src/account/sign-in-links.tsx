import { useState } from 'react';
import { api } from '../api/api';
import { useSettings } from '../api/settings';
import { useEndpoint } from '../api/resource';
import { navigate } from '../site/navigation';
import { paths } from '../site/paths';
import { Card } from '../ui/card';
import { Loaded } from '../ui/feedback/load-error';
import { formatDate } from '../ui/format';
import { useSearchText } from '../ui/navigation/use-path';
import { Row, RowList } from '../ui/row-list';
import { OwnerButton, OwnerDialog } from './owner-dialog';

/** The identities that sign in to the account, on sites with an OpenID provider, and the consent to a new one. */
export const SignInLinksSection = () => (useSettings().single_sign_on === null ? null : <LinksCard />);

function LinksCard() {
  const links = useEndpoint('GET /users/me/sign-in-links');
  const query = useSearchText();
  const [token, setToken] = useState(() => new URLSearchParams(query).get('link'));
  const close = () => {
    setToken(null);
    navigate(paths.account, { replace: true });
  };
  const link = async () => {
    await api('POST /users/me/sign-in-links', { body: { token: token ?? '' } });
    await links.reload();
    return 'Single sign-on is linked to your account.';
  };
  const unlink = async (id: string) => {
    await api('DELETE /users/me/sign-in-links/:id', { params: { id } });
    await links.reload();
    return 'Single sign-on is removed from your account.';
  };
  return (
    <Card title="Single sign-on">
      <Loaded resource={links}>
        {(list) => (
          <>
            {list.length === 0 && <p>Not linked. Sign in with single sign-on once to link it to this account.</p>}
            <RowList>
              {list.map(({ id, issuer, linked_at }) => (
                <Row key={id}>
                  <div>
                    <strong>{new URL(issuer).host}</strong>
                    <p className="caption">Linked {formatDate(linked_at)}</p>
                  </div>
                  <OwnerButton
                    button={{ 'aria-label': `Remove ${new URL(issuer).host}` }}
                    title="Remove single sign-on?"
                    actionLabel="Remove"
                    danger
                    onConfirm={() => unlink(id)}
                  >
                    <p>{new URL(issuer).host} will no longer sign in to this account.</p>
                  </OwnerButton>
                </Row>
              ))}
            </RowList>
          </>
        )}
      </Loaded>
      {token !== null && (
        <OwnerDialog title="Link single sign-on?" actionLabel="Link" onConfirm={link} onClose={close}>
          <p>You just signed in with single sign-on. From now on, it will sign in to this account.</p>
        </OwnerDialog>
      )}
    </Card>
  );
}
