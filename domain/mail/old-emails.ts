import type { LockScope } from '#domain/jobs/lock-scope';

/** Emails past their retention. */
export abstract class OldEmails {
  /** Deletes emails that were created before a time; returns how many. */
  abstract deleteBefore(scope: LockScope, time: Date): Promise<number>;
}
