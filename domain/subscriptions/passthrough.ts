import type { SignedInUser } from '#domain/auth/user';
import type { Secrets } from '#domain/secrets';

/** What travels through the provider's checkout and comes back with every notice. */
export type Passthrough = Readonly<Record<string, string>>;

const SIGNATURE_FIELD = 'signature';
const MAX_FIELDS = 12;

/** The fields in one text that is the same whatever order they come back in. */
const canonicalJson = (fields: Passthrough): string =>
  JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));

/** Who buys, and by what way that person came, signed: so that nobody can pay, or cancel, in a stranger's name. */
export function signPassthrough(
  user: SignedInUser,
  session: { readonly token_hash: string; readonly sscid: string | null },
  secrets: Secrets,
): Passthrough {
  const fields = {
    user_id: user.id,
    email: user.email,
    tracking_id: session.sscid ?? '',
    // A hash of the hash: what leaves the house leads to no session.
    session_id: secrets.hash(session.token_hash),
    nonce: secrets.createCode(),
  };
  return { ...fields, [SIGNATURE_FIELD]: secrets.sign('checkout', canonicalJson(fields)) };
}

/** The user id in what came back; null unless every field is as we signed it. */
export function verifiedBuyerId(data: Readonly<Record<string, unknown>> | null, secrets: Secrets): string | null {
  if (data === null) return null;
  const { [SIGNATURE_FIELD]: signature, ...fields } = data;
  const values = Object.values(fields);
  if (typeof signature !== 'string' || values.length > MAX_FIELDS || values.some((value) => typeof value !== 'string')) return null;
  const passthrough = fields as Passthrough;
  return secrets.isSigned('checkout', canonicalJson(passthrough), signature) ? (passthrough['user_id'] ?? null) : null;
}

const USER_ID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Can this be the id of an account? */
export const isUserId = (text: string): boolean => USER_ID_PATTERN.test(text);

/** The account that a notice as it came names as the buyer's, proven or not; null where it names none. */
export function claimedBuyerId(raw: Readonly<Record<string, unknown>>): string | null {
  const { custom_data } = (raw['data'] ?? {}) as { readonly custom_data?: { readonly user_id?: unknown } | null };
  const named = custom_data?.user_id;
  return typeof named === 'string' && isUserId(named) ? named : null;
}
