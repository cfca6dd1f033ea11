import type { StoredCode } from '#domain/auth/account/codes';

/** The outcome of a promotion to administrator. */
export interface Promotion {
  readonly user_id: string;
  /** `made`: the account is new; `promoted`: it existed. */
  readonly how: 'made' | 'promoted';
  /** True when the account has no trusted password, so that the administrator must choose one by code. */
  readonly needsCode: boolean;
}

/** The site's administrators, managed from the command line. Every change of a role ends the user's sessions. */
export abstract class Administrators {
  /**
   * Makes the account with this address a confirmed administrator. Without a `passwordHash`, a confirmed account keeps its password; an
   * unconfirmed one loses it, since anyone may have chosen it. Stores the code if it is needed.
   */
  abstract promote(email: string, passwordHash: string | null, code: StoredCode, now: Date): Promise<Promotion>;

  /** Turns an administrator into an ordinary user and returns the user id; null when the address is not an administrator's. */
  abstract demote(email: string): Promise<string | null>;

  abstract list(): Promise<readonly { readonly email: string; readonly created_at: Date }[]>;
}
