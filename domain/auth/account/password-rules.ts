import { localPart } from '#domain/auth/account/email-address';
import { ADMIN_ROLE } from '#domain/auth/viewer';

/** Password lengths in code points. */
export const passwordLengths = { user: 10, admin: 15, max: 128 } as const;

/** The owner of a new password. */
interface PasswordOwner {
  readonly email: string;
  readonly role_id: number;
  readonly brand: string;
}

const normalizeText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Returns the faults of a new password as messages that name the field. Passwords are never truncated. */
export function passwordErrors(password: string, owner: PasswordOwner, isCommon: (password: string) => boolean): string[] {
  const length = Array.from(password.normalize('NFKC')).length;
  const minLength = owner.role_id === ADMIN_ROLE ? passwordLengths.admin : passwordLengths.user;
  if (length < minLength) return [`password must be at least ${minLength} characters`];
  if (length > passwordLengths.max || Array.from(password).length > passwordLengths.max)
    return [`password must be at most ${passwordLengths.max} characters`];
  const normalized = normalizeText(password);
  if (normalized === normalizeText(owner.email) || normalized === normalizeText(localPart(owner.email)))
    return ['password must not be your email address'];
  if (normalized.replaceAll(/[\s\d!._-]/g, '') === normalizeText(owner.brand)) return [`password must not be ${owner.brand}`];
  if (isCommon(normalized)) return ['password is too common'];
  return [];
}
