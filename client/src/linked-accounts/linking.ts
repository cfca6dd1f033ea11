import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { api } from '../api/api';
import { ApiError } from '../api/api-error';
import { openTrustedUrl } from '../site/browser-navigation';

let justLinkedId: string | null = null;

/** Returns the id of the account that was linked last, once; the list highlights it. */
export function takeJustLinked(): string | null {
  const id = justLinkedId;
  justLinkedId = null;
  return id;
}

/** Goes to Pinterest's consent page, which asks also for search volumes if wanted. The server names its URL; only trusted hosts are opened. */
export async function startLinking(withVolumes = false): Promise<void> {
  const response = await api('POST /users/me/pinterest_accounts', { body: withVolumes ? { with_volumes: true } : {} });
  if ('redirect_uri' in response && openTrustedUrl(response.redirect_uri)) return;
  throw new ApiError(0, 'consent', ["We couldn't open Pinterest. Please try again."]);
}

/** Links the account after consent. */
export async function finishLinking(code: string, state: string): Promise<LinkedAccount | null> {
  const account = await api('POST /users/me/pinterest_accounts', { body: { code, state } });
  if (!('_id' in account)) return null;
  justLinkedId = account._id;
  return account;
}
