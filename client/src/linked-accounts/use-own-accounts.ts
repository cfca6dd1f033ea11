import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { type Resource, useEndpoint } from '../api/resource';
import { useIsLinked } from '../site/session';

/** The user's linked accounts; with `false` not loaded. */
export const useLinkedAccounts = (isEnabled = true): Resource<readonly LinkedAccount[]> =>
  useEndpoint('GET /users/me/pinterest_accounts', {}, { isEnabled });

/** The same for parts of screens that show something only with a linked account; not loaded for those who have none. */
export function useOwnAccounts(isEnabled = true): Resource<readonly LinkedAccount[]> {
  const isLinked = useIsLinked();
  return useLinkedAccounts(isEnabled && isLinked);
}
