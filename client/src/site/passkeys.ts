import type { AddedPasskey } from '#domain/auth/passkeys/contract';
import type { CurrentUser } from '#domain/auth/sessions/contract';
import { api } from '../api/api';
import { ApiError } from '../api/api-error';

/** Whether this browser has passkeys; pages of plain http have none, except on this machine. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

const reasons: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: "Passkeys work only at this site's own address.",
};

const load = () => import('@simplewebauthn/browser');
type Browser = Awaited<ReturnType<typeof load>>;

/** What the browser asked its authenticators. It does not say whether there was no passkey, or the person stopped. */
async function ask<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await load();
  try {
    return await use(browser);
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new ApiError(0, 'no_passkey', [reasons[name] ?? 'No passkey was used. Try again.']);
  }
}

type RequestOptions = Parameters<Browser['startAuthentication']>[0]['optionsJSON'];
type CreationOptions = Parameters<Browser['startRegistration']>[0]['optionsJSON'];

async function sign(options: Readonly<Record<string, unknown>>) {
  const { id, rawId, type, response } = await ask((browser) =>
    browser.startAuthentication({ optionsJSON: options as unknown as RequestOptions }),
  );
  return { credential: { id, rawId, type, response } };
}

/** Signs in with a passkey, or gives it after the password. */
export async function signInWithPasskey(): Promise<CurrentUser> {
  const { options } = await api('POST /auth/passkey/options');
  return (await api('POST /auth/passkey', { body: await sign(options) })).user;
}

/** Shows that this session is its owner's. */
export async function checkOwnerWithPasskey(): Promise<void> {
  const { options } = await api('POST /users/me/owner-check/passkey/options');
  await api('POST /users/me/owner-check/passkey', { body: await sign(options) });
}

/** Creates a passkey and adds it to the account, after an owner check. */
export async function addPasskey(name: string): Promise<AddedPasskey> {
  const { options } = await api('POST /users/me/passkeys/options');
  const { id, rawId, type, response } = await ask((browser) =>
    browser.startRegistration({ optionsJSON: options as unknown as CreationOptions }),
  );
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return api('POST /users/me/passkeys', {
    body: { name, credential: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } } },
  });
}
