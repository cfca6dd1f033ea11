/** Who waits for a hash: someone familiar to the account (signed in, or at a client IP with an earlier sign-in), or a stranger. */
export type HashRequester = 'familiar' | 'stranger';

/**
 * Hashes passwords, slowly on purpose, in a queue with room that strangers cannot take. `hash` and `matches` throw `Unavailable` when there
 * is no room left. Requesters are strangers unless the caller knows better.
 */
export abstract class Passwords {
  abstract hash(password: string, requester?: HashRequester): Promise<string>;

  /** Returns whether the password is correct. A null `hash` (no account, or no password yet) takes the same time and returns false. */
  abstract matches(hash: string | null, password: string, requester?: HashRequester): Promise<boolean>;

  /** Returns whether the hash was made at a lower cost than new ones. */
  abstract isOutdated(hash: string): boolean;

  /** Returns whether a password, in lower case and NFKC, is one of the most common. */
  abstract loadCommon(): Promise<(password: string) => boolean>;
}
