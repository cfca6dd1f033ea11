import type { StoredCode } from '#domain/auth/account/codes';

/** How somebody became an administrator. */
export interface Promotion {
  readonly user_id: string;
  /** `made`: a new account; `promoted`: one that was there. */
  readonly how: 'made' | 'promoted';
  /** True where the code given is how the new administrator chooses a password: there was none, or none that is trusted. */
  readonly needsCode: boolean;
}

/** Those who run the site; made and unmade by whoever holds its machine. Every change of a role ends that person's sessions. */
export abstract class Administrators {
  /**
   * Makes this address an administrator's, confirmed. `password_hash` null leaves a confirmed account's password as it is; the password
   * of an account whose address was never proved is dropped, since anybody may have chosen it. The code is stored where one is needed.
   */
  abstract promote(email: string, passwordHash: string | null, code: StoredCode, now: Date): Promise<Promotion>;

  /** Makes an administrator an ordinary user; answers whose account that is, null when there is no such administrator. */
  abstract demote(email: string): Promise<string | null>;

  abstract list(): Promise<readonly { readonly email: string; readonly created_at: Date }[]>;
}
