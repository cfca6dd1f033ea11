import { Injectable } from '@nestjs/common';
import { type WriteLock, type WriteLockOptions, WriterScope } from '#domain/jobs/write-lock';
import { Postgres } from '#server/database/postgres';
import { runInScope, tryLock, waitForLock, withLockConnection } from '#server/jobs/postgres/advisory-lock';

/** The write lock as an advisory lock. */
@Injectable()
export class PostgresWriteLock implements WriteLock {
  constructor(private readonly postgres: Postgres) {}

  async runAsWriter<T>(work: (scope: WriterScope) => Promise<T>, { onWait, maxWaitMs, within }: WriteLockOptions = {}): Promise<T> {
    const scope = new WriterScope(within);
    return withLockConnection(this.postgres.url, scope, async (client) => {
      if (!(await tryLock(client, scope.lockName))) {
        onWait?.();
        await waitForLock(client, scope.lockName, maxWaitMs);
      }
      return runInScope(scope, work);
    });
  }
}
