import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { Card } from '../ui/card';
import { ConsentButton } from './consent-button';

/** Asks for the permission that search volumes need, or says that it was given. */
export function VolumesPermissionCard({ account: { username, has_volumes } }: { readonly account: LinkedAccount }) {
  return (
    <Card title="Search volumes" className="stack gap-3" data-testid="volumes-permission">
      {has_volumes ? (
        <p>You have allowed search volumes and related terms. To take that back, unlink @{username} on your dashboard and link it again.</p>
      ) : (
        <>
          <p>
            Pinterest tells how often people search for a keyword, and which terms are related, only to accounts that let us read their ad
            account. We read volumes and terms with it, never your ads, and we can’t change or spend anything. Everything else works without
            it.
          </p>
          <ConsentButton label="Allow search volumes" withVolumes />
        </>
      )}
    </Card>
  );
}
