import { localPart } from '#domain/auth/account/email-address';
import { ADMIN_ROLE } from '#domain/auth/viewer';

/** How long passwords are, in code points; administrators' are longer. */
export const passwordLengths = { user: 10, admin: 15, max: 128 } as const;

/** Whom a new password is for. */
export interface PasswordOwner {
  readonly email: string;
  readonly role_id: number;
  readonly brand: string;
}

const normalizeText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** What is wrong with a new password, as sentences that name the field; none when it will do. Nothing is ever cut off. */
export function passwordErrors(password: string, owner: PasswordOwner, isCommon: (password: string) => boolean): string[] {
  const length = Array.from(password.normalize('NFKC')).length;
  const minLength = owner.role_id === ADMIN_ROLE ? passwordLengths.admin : passwordLengths.user;
  if (length < minLength) return [`password must be at least ${minLength} characters`];
  if (length > passwordLengths.max || Array.from(password).length > passwordLengths.max)
    return [`password must be at most ${passwordLengths.max} characters`];
  const normalized = normalizeText(password);
  if (normalized === normalizeText(owner.email) || normalized === normalizeText(localPart(owner.email)))
    return ['password must not be your e-mail address'];
  if (normalized.replaceAll(/[\s\d!._-]/g, '') === normalizeText(owner.brand)) return [`password must not be ${owner.brand}`];
  if (isCommon(normalized)) return ['password is one of those that everybody tries first'];
  return [];
}
