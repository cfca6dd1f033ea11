/** What the product holds about one person, and its end. */
export abstract class OwnData {
  /** Everything held about this person, by subject; without hashes, tokens and codes. */
  abstract exportAll(userId: string): Promise<Readonly<Record<string, unknown>>>;

  /**
   * Removes the account and all that belongs to it; what must be kept of payments no longer says whose they were, and within a day the
   * events of visits do not either. False, and nothing is removed, while there is a subscription that nobody has cancelled.
   */
  abstract deleteAccount(userId: string, email: string): Promise<boolean>;
}
