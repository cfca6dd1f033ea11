import { useState } from 'react';
import type { SignInLink } from '#domain/auth/single-sign-on/contract';
import { api } from '../api/api';
import { useSettings } from '../api/settings';
import { useResource } from '../api/resource';
import { navigate } from '../site/navigation';
import { notify } from '../site/toast';
import { paths } from '../site/paths';
import { Card } from '../ui/card';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button } from '../ui/form/button';
import { formatDate } from '../ui/format';
import { useSearchText } from '../ui/navigation/use-path';
import { Row, RowList } from '../ui/row-list';
import { OwnerDialog } from './owner-dialog';

/** The identities that sign in to the account, on sites with an OpenID provider, and the consent to a new one. */
export const SignInLinksSection = () => (useSettings().single_sign_on === null ? null : <LinksCard />);

function LinksCard() {
  const {
    data,
    error: loadError,
    reload,
  } = useResource('/users/me/sign-in-links', (signal) => api('GET /users/me/sign-in-links', { signal }));
  const query = useSearchText();
  const [removed, setRemoved] = useState<SignInLink | null>(null);
  const [token, setToken] = useState(() => new URLSearchParams(query).get('link'));
  const close = () => {
    setToken(null);
    navigate(paths.account, { replace: true });
  };
  const link = async () => {
    await api('POST /users/me/sign-in-links', { body: { token: token ?? '' } });
    notify('Single sign-on is linked to your account.', 'success');
    close();
    await reload();
  };
  const unlink = async (id: string) => {
    await api('DELETE /users/me/sign-in-links/:id', { params: { id } });
    notify('Single sign-on is removed from your account.', 'success');
    setRemoved(null);
    await reload();
  };
  return (
    <Card aria-labelledby="sign-in-links">
      <h2 id="sign-in-links">Single sign-on</h2>
      {loadError && <LoadError onRetry={() => void reload()} />}
      {!data && !loadError && <SkeletonBar />}
      {data?.length === 0 && <p>Not linked. Sign in with single sign-on once to link it to this account.</p>}
      <RowList>
        {data?.map((each) => (
          <Row key={each.id}>
            <div>
              <strong>{new URL(each.issuer).host}</strong>
              <p className="caption">Linked {formatDate(each.linked_at)}</p>
            </div>
            <Button onClick={() => setRemoved(each)} aria-label={`Remove ${new URL(each.issuer).host}`}>
              Remove
            </Button>
          </Row>
        ))}
      </RowList>
      {token !== null && (
        <OwnerDialog title="Link single sign-on?" actionLabel="Link" onConfirm={link} onClose={close}>
          <p>You just signed in with single sign-on. From now on, it will sign in to this account.</p>
        </OwnerDialog>
      )}
      {removed !== null && (
        <OwnerDialog
          title="Remove single sign-on?"
          actionLabel="Remove"
          danger
          onConfirm={() => unlink(removed.id)}
          onClose={() => setRemoved(null)}
        >
          <p>{new URL(removed.issuer).host} will no longer sign in to this account.</p>
        </OwnerDialog>
      )}
    </Card>
  );
}
