import { DAY_MS, MINUTE_MS } from '#domain/durations';
import type { Endpoint } from '#domain/endpoint';
import { ApiKeyRefused } from '#domain/errors';
import type { Secrets } from '#domain/secrets';

/** `personal` keys read what their owner may read; `ingest` keys of administrators send data, and read nothing else. */
export const apiKeyKinds = ['personal', 'ingest'] as const;
export type ApiKeyKind = (typeof apiKeyKinds)[number];

/** How many personal keys a user may have that are neither revoked nor expired. */
export const MAX_PERSONAL_KEYS = 5;
/** The lifetimes that are offered, in days. */
export const keyLifetimes = [30, 90, 365] as const;
export type KeyLifetime = (typeof keyLifetimes)[number];
/** The shortest time between two writes of when a key was used, so that most requests cost no write. */
export const USED_UPDATE_INTERVAL_MS = MINUTE_MS;

/** A key that a request was sent with. */
export interface UsedApiKey {
  readonly kind: ApiKeyKind;
  readonly name: string;
}

const TOKEN_PREFIX = 'ck_';
const SHOWN_LENGTH = TOKEN_PREFIX.length + 6;
const TOKEN = /^ck_[\w-]{43}$/;
/** Not in the middle of a longer random text, such as the code of a consent. */
const TOKEN_INSIDE = /(?<![\w-])ck_[\w-]{43}/;

/** Whether a text has the form of a key, so that others cost no query. */
export const isApiKeyToken = (text: string): boolean => TOKEN.test(text);

/** Whether a URL contains a key, also where characters are percent-encoded. */
export const containsApiKey = (url: string): boolean =>
  TOKEN_INSIDE.test(url.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))));

/** A new token with what is stored of it. */
export function newApiKeyToken(secrets: Pick<Secrets, 'createToken' | 'hash'>) {
  const token = `${TOKEN_PREFIX}${secrets.createToken()}`;
  return { token, token_hash: secrets.hash(token), prefix: token.slice(0, SHOWN_LENGTH) };
}

/** When a key that is created now expires; null: never. */
export const keyExpiresAt = (days: KeyLifetime | null, now: Date): Date | null =>
  days === null ? null : new Date(now.getTime() + days * DAY_MS);

/** Why a stored key is not accepted, as a sentence; null if it is. */
export function apiKeyProblem(
  { revoked_at, expires_at }: Readonly<Record<'revoked_at' | 'expires_at', Date | null>>,
  now: Date,
): string | null {
  if (revoked_at) return 'This API key was revoked.';
  return expires_at && expires_at <= now ? `This API key expired on ${expires_at.toISOString().slice(0, 10)}.` : null;
}

/** Why a valid key may not call an endpoint; null if it may. An ingest key counts only as long as its owner is an administrator. */
export function apiKeyRefusal(
  { access, isReadableByKey }: Pick<Endpoint, 'access' | 'isReadableByKey'>,
  kind: ApiKeyKind,
  isOwnerAdmin: boolean,
): ApiKeyRefused | null {
  if (kind === 'personal') return isReadableByKey ? null : new ApiKeyRefused('Personal API keys cannot be used for this call.');
  if (access !== 'ingest') return new ApiKeyRefused('Ingest keys can only be used to import data.');
  return isOwnerAdmin ? null : new ApiKeyRefused('The owner of this ingest key is no administrator any more.');
}
