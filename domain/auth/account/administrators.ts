import type { Actor } from '#domain/audit/acts';
import type { StoredCode } from '#domain/auth/account/codes';
import type { Email } from '#domain/mail/email';

/** The outcome of a promotion to administrator. */
export interface Promotion {
  readonly user_id: string;
  /** `made`: the account is new; `promoted`: it existed; `kept`: it was an administrator's, and nothing was changed. */
  readonly how: 'made' | 'promoted' | 'kept';
  /** True when the administrator must choose a password by code. */
  readonly needsCode: boolean;
}

/** The outcome of a demotion: the user it was done to, or why it was not done. */
export type Demotion =
  { readonly outcome: 'demoted'; readonly user_id: string } | { readonly outcome: 'no administrator' } | { readonly outcome: 'last one' };

/** The site's administrators, managed from the command line. Every change of a role ends the user's sessions. Each change is in the audit. */
export abstract class Administrators {
  /**
   * Makes the confirmed account of this address an administrator, or creates one; registrations of the address become worthless. Without
   * a `passwordHash`, an account that was no administrator loses its password, which may be too short for one, and the code is stored;
   * an administrator with a password stays as they are.
   */
  abstract promote(email: string, passwordHash: string | null, code: StoredCode, by: Actor, now: Date): Promise<Promotion>;

  /** Removes the password of an administrator, stores the code, and ends their sessions. Returns the user id; null for anyone else. */
  abstract resetPassword(email: string, code: StoredCode, by: Actor, now: Date): Promise<string | null>;

  /**
   * Removes the second factor of any account, and ends its sessions; `emailTo` is sent. Returns the user id; null
   * where none is on.
   */
  abstract resetSecondFactor(email: string, emailTo: (userId: string) => Email, by: Actor, now: Date): Promise<string | null>;

  /** Turns an administrator into an ordinary user, except the last one. */
  abstract demote(email: string, by: Actor, now: Date): Promise<Demotion>;

  abstract list(): Promise<readonly { readonly email: string; readonly created_at: Date }[]>;
}
