/** All data about one user: export and deletion. */
export abstract class OwnData {
  /** Returns everything stored about the user, by subject, without hashes, tokens, and codes. */
  abstract exportAll(userId: string): Promise<Readonly<Record<string, unknown>>>;

  /**
   * Deletes the account and all that belongs to it. Payment records that must be retained are anonymized now, visitor events within a
   * day. Returns false, and deletes nothing, while the user has a subscription that is not canceled.
   */
  abstract deleteAccount(userId: string, email: string): Promise<boolean>;
}
