import type { LockScope } from '#domain/jobs/lock-scope';

/** Expired sessions, codes, attempt counts, and repeated registrations, and the counts of free searches of past days. */
export abstract class ExpiredAuthData {
  /** Deletes expired data and returns the number of rows. */
  abstract deleteExpired(scope: LockScope, now: Date): Promise<number>;
}
