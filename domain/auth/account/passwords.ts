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
}

/** The most common passwords. */
export abstract class CommonPasswords {
  /** Returns a predicate for passwords in lower case and NFKC. */
  abstract loadMatcher(): Promise<(password: string) => boolean>;
}
