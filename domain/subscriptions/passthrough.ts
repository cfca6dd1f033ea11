import type { SignedInUser } from '#domain/auth/viewer';
import type { Secrets } from '#domain/secrets';

/** The data our checkout attaches; the provider returns it with every notice. */
export type Passthrough = Readonly<Record<string, string>>;

const SIGNATURE_FIELD = 'signature';
const MAX_FIELDS = 12;

/** Serializes the fields independently of their order. */
const canonicalJson = (fields: Passthrough): string => JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Signs the buyer's identity and referrer, so that no one can buy or cancel on behalf of another user. */
export function signPassthrough(
  user: SignedInUser,
  session: { readonly token_hash: string; readonly sscid: string | null },
  secrets: Secrets,
): Passthrough {
  const fields = {
    user_id: user.id,
    email: user.email,
    tracking_id: session.sscid ?? '',
    // A hash of the hash, because this leaves our systems and must not identify the session.
    session_id: secrets.hash(session.token_hash),
    nonce: secrets.createCode(),
  };
  return { ...fields, [SIGNATURE_FIELD]: secrets.sign('checkout', canonicalJson(fields)) };
}

/** Returns the user id of returned data; null unless its signature is valid for all fields. */
export function verifiedBuyerId(data: Readonly<Record<string, unknown>> | null, secrets: Secrets): string | null {
  if (data === null) return null;
  const { [SIGNATURE_FIELD]: signature, ...fields } = data;
  const values = Object.values(fields);
  if (typeof signature !== 'string' || values.length > MAX_FIELDS || values.some((value) => typeof value !== 'string')) return null;
  const passthrough = fields as Passthrough;
  return secrets.isSigned('checkout', canonicalJson(passthrough), signature) ? (passthrough['user_id'] ?? null) : null;
}

const USER_ID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Is this text a valid account id? */
export const isUserId = (text: string): boolean => USER_ID_PATTERN.test(text);
