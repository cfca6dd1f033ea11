import type { LockScope } from '#domain/jobs/lock-scope';

/** Expired sessions, codes, and attempt counts. */
export abstract class ExpiredAuthData {
  /** Deletes expired data and returns the number of rows. */
  abstract deleteExpired(scope: LockScope, now: Date): Promise<number>;
}
