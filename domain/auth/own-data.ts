/** What the product holds about one person, and its end. */
export abstract class OwnData {
  /** Everything held about this person, by subject; without hashes, tokens and codes. */
  abstract export(user_id: string): Promise<Readonly<Record<string, unknown>>>;

  /** Is there a subscription that nobody has cancelled? */
  abstract hasRunningSubscription(user_id: string): Promise<boolean>;

  /** Removes the account and all that belongs to it; what must be kept of payments no longer says whose they were. */
  abstract remove(user_id: string, email: string): Promise<void>;
}
