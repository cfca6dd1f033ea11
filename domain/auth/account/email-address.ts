import { InvalidInput } from '#domain/errors';

const LOCAL_PART_PATTERN = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN_LABEL_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The one spelling of an e-mail address by which an account is known: trimmed, NFKC, in lower case; null when it is none. Only the plain
 * letters of ASCII are taken, so that no two addresses that look alike are two accounts; nothing that could end a header line gets in.
 */
export function normalizeEmail(typed: string): string | null {
  const email = typed.trim().normalize('NFKC').toLowerCase();
  const atIndex = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, Math.max(atIndex, 0)), email.slice(atIndex + 1)];
  const labels = domain.split('.');
  const isValid =
    email.length <= 254 &&
    local.length <= 64 &&
    LOCAL_PART_PATTERN.test(local) &&
    labels.length > 1 &&
    labels.every((label) => DOMAIN_LABEL_PATTERN.test(label));
  return isValid ? email : null;
}

/** The same for what somebody typed into a field of that name; throws `InvalidInput` when it is no address. */
export function parseEmail(typed: string): string {
  const email = normalizeEmail(typed);
  if (email === null) throw new InvalidInput(['email must be an e-mail address']);
  return email;
}

/** The part of an address before the @. */
export const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@'));
