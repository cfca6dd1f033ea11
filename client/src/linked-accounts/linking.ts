import { api } from '../api/api';
import { ApiError } from '../api/api-error';
import { openTrustedUrl } from '../site/browser-navigation';

let justLinked: string | null = null;

/** The account that was linked last, to be shown to the eye once. */
export function takeJustLinked(): string | null {
  const id = justLinked;
  justLinked = null;
  return id;
}

/** Goes to the platform's page of consent; the server names it, and only an encrypted address or one of ours is followed. */
export async function startLinking(): Promise<void> {
  const started = await api('POST /users/me/pinterest_accounts', { body: {} });
  if ('redirect_uri' in started && openTrustedUrl(started.redirect_uri)) return;
  throw new ApiError(0, 'consent', ['We could not open the page where Pinterest asks you. Please try again.']);
}

/** The return from there. Answers the linked account's name. */
export async function finishLinking(code: string, state: string): Promise<string | null> {
  const account = await api('POST /users/me/pinterest_accounts', { body: { code, state } });
  if (!('_id' in account)) return null;
  justLinked = account._id;
  return account.username;
}
