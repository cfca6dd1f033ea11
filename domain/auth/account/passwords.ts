/** Turns passwords into what may be stored, slowly on purpose. Both throw `Unavailable` when too many wait already. */
export abstract class Passwords {
  abstract hash(password: string): Promise<string>;

  /** Is this the password? `hash` null (nobody's, or none chosen yet) takes the same time and is never right. */
  abstract matches(hash: string | null, password: string): Promise<boolean>;
}

/** The passwords that everybody tries first. */
export abstract class CommonPasswords {
  /** Answers the question for lower-case NFKC text. */
  abstract loadMatcher(): Promise<(password: string) => boolean>;
}
