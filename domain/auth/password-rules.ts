import { localPart } from '#domain/auth/email';
import { ADMIN_ROLE } from '#domain/auth/viewer';

/** How long passwords are, in code points; administrators' are longer. */
export const passwordLengths = { user: 10, admin: 15, most: 128 } as const;

/** Whom a new password is for. */
export interface PasswordOwner {
  readonly email: string;
  readonly role_id: number;
  readonly brand: string;
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** What is wrong with a new password, as sentences that name the field; none when it will do. Nothing is ever cut off. */
export function passwordFaults(password: string, owner: PasswordOwner, isCommon: (password: string) => boolean): string[] {
  const length = Array.from(password.normalize('NFKC')).length;
  const least = owner.role_id === ADMIN_ROLE ? passwordLengths.admin : passwordLengths.user;
  if (length < least) return [`password must be at least ${least} characters`];
  if (length > passwordLengths.most || Array.from(password).length > passwordLengths.most)
    return [`password must be at most ${passwordLengths.most} characters`];
  const same = plain(password);
  if (same === plain(owner.email) || same === plain(localPart(owner.email))) return ['password must not be your e-mail address'];
  if (same.replaceAll(/[\s\d!._-]/g, '') === plain(owner.brand)) return [`password must not be ${owner.brand}`];
  if (isCommon(same)) return ['password is one of those that everybody tries first'];
  return [];
}
