import { InvalidInput } from '#domain/errors';

const LOCAL_PART_PATTERN = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN_LABEL_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Normalizes an email address (trimmed, NFKC, lower case); returns null when it is invalid. Only ASCII is accepted, so that no two
 * addresses look alike and none can break an email header.
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

/** Normalizes the input of a field named `email`; throws `InvalidInput` when it is not an address. */
export function parseEmail(typed: string): string {
  const email = normalizeEmail(typed);
  if (email === null) throw new InvalidInput(['email must be an email address']);
  return email;
}

/** The part of an address before the @. */
export const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@'));
