/** Hashes passwords, slowly on purpose. Both methods throw `Unavailable` when their queue is full. */
export abstract class Passwords {
  abstract hash(password: string): Promise<string>;

  /** Returns whether the password is correct. A null `hash` (no account, or no password yet) takes the same time and returns false. */
  abstract matches(hash: string | null, password: string): Promise<boolean>;
}

/** The most common passwords. */
export abstract class CommonPasswords {
  /** Returns a predicate for passwords in lower case and NFKC. */
  abstract loadMatcher(): Promise<(password: string) => boolean>;
}
