/** What accounts leave behind that nobody needs any more. */
export abstract class ExpiredAuthData {
  /** Removes sessions that ended, codes that no longer work, and tries nobody counts any more; answers how many rows. */
  abstract deleteExpired(now: Date): Promise<number>;
}
