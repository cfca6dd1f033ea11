import { LockScope } from '#domain/jobs/lock-scope';

/** The scope of the catalog's write lock. A method that takes it may only be called by the catalog's only writer. */
export class WriterScope extends LockScope {
  readonly lockName = 'catalog-write';
}

export interface WriteLockOptions {
  /** Called once when another writer holds the lock; then this one waits. */
  readonly onWait?: (() => void) | undefined;
  /** How long to wait for it, at most; as long as it takes if not set. */
  readonly maxWaitMs?: number | undefined;
  /** The scope of the lock that the caller already holds. */
  readonly within?: LockScope | undefined;
}

/** The lock of the catalog's only writer, across all instances. */
export abstract class WriteLock {
  /** Runs `work` under the lock. The lock is not reentrant: nested work gets the scope passed instead. Throws `Unavailable` after `maxWaitMs`. */
  abstract runAsWriter<T>(work: (scope: WriterScope) => Promise<T>, options?: WriteLockOptions): Promise<T>;
}
