import type { StoredCode } from '#domain/auth/account/codes';

/** The outcome of a promotion to administrator. */
export interface Promotion {
  readonly user_id: string;
  /** `made`: the account is new; `promoted`: it existed. */
  readonly how: 'made' | 'promoted';
  /** True when the administrator must choose a password by code. */
  readonly needsCode: boolean;
}

/** The site's administrators, managed from the command line. Every change of a role ends the user's sessions. */
export abstract class Administrators {
  /**
   * Makes the confirmed account of this address an administrator, or creates one; registrations of the address become worthless. Without
   * a `passwordHash`, an account that was no administrator loses its password, which may be too short for one, and the code is stored.
   */
  abstract promote(email: string, passwordHash: string | null, code: StoredCode, now: Date): Promise<Promotion>;

  /** Turns an administrator into an ordinary user and returns the user id; null when the address is not an administrator's. */
  abstract demote(email: string): Promise<string | null>;

  abstract list(): Promise<readonly { readonly email: string; readonly created_at: Date }[]>;
}
