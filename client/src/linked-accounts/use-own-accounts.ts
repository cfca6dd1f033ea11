import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { api } from '../api/api';
import { type Resource, useResource } from '../api/resource';
import { useUser } from '../site/session';

/** Whether the user has linked an account. */
export const useIsLinked = (): boolean => (useUser()?.username ?? null) !== null;

/** The user's linked accounts, for parts of screens that show something only with one; not loaded for those who have none. */
export const useOwnAccounts = (isEnabled = true): Resource<readonly LinkedAccount[]> => {
  const isLinked = useIsLinked();
  return useResource('/users/me/pinterest_accounts', (signal) => api('GET /users/me/pinterest_accounts', { signal }), {
    isEnabled: isEnabled && isLinked,
  });
};
