/** Expired sessions, codes, and attempt counts. */
export abstract class ExpiredAuthData {
  /** Deletes expired data and returns the number of rows. */
  abstract deleteExpired(now: Date): Promise<number>;
}
