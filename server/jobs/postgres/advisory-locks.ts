import { Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import { Unavailable } from '#domain/errors';
import type { JobLocks, JobOutcome } from '#domain/jobs/jobs';
import { LockScope } from '#domain/jobs/lock-scope';
import { type WriteLock, type WriteLockOptions, WriterScope } from '#domain/jobs/write-lock';
import { Postgres } from '#server/database/postgres';
import { withConnection } from '#server/database/transaction';
import { isLockTimeout } from '#server/database/temporary-failure';

/** The first key of the advisory locks; the second one is the hash of the lock's name. */
export const JOB_LOCK_CLASS = 7_305_111;

/** A condition on `pg_locks l`: the lock of the name that this SQL expression gives is held. */
const isHeldSql = (name: string): string =>
  `l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid::bigint = ${JOB_LOCK_CLASS}
     and l.objid::bigint = hashtext(${name})::bigint & 4294967295
     and l.database = (select oid from pg_database where datname = current_database())`;

/** Selects when the connection that holds a lock was made, which tells it from every other one; no row while the lock is free. */
export const lockHolderSql = (name: string): string =>
  `select a.backend_start from pg_locks l join pg_stat_activity a on a.pid = l.pid where ${isHeldSql(name)}`;

const lockLost = () =>
  new Unavailable('The lock of this work was lost with its connection, and the work stopped. It can be started again.');

/**
 * Runs `work` with a connection of its own for an advisory lock: the lock ends with the process that holds it, however it ends. When only
 * the connection ends, the scope is revoked, which stops the work.
 */
const withLockConnection = <T>(url: string, scope: LockScope, work: (client: Client) => Promise<T>): Promise<T> =>
  withConnection({ connectionString: url, application_name: 'corklight lock', keepAlive: true }, async (client) => {
    const revoke = () => scope.revoke(lockLost());
    client.once('end', revoke);
    return work(client).finally(() => client.off('end', revoke));
  });

/** Takes the lock if it is free. */
async function tryLock(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) held', [JOB_LOCK_CLASS, name]);
  return rows[0]?.held === true;
}

/** The limits of `lock_timeout`, an integer of milliseconds. 0 means no limit. */
const [MIN_LOCK_TIMEOUT_MS, MAX_LOCK_TIMEOUT_MS] = [1, 2_147_483_647];

/** Takes the lock, waiting as long as it takes or for `maxWaitMs`. Throws `Unavailable` then. */
async function waitForLock(client: Client, name: string, maxWaitMs?: number): Promise<void> {
  const timeoutMs = maxWaitMs === undefined ? 0 : Math.min(Math.max(maxWaitMs, MIN_LOCK_TIMEOUT_MS), MAX_LOCK_TIMEOUT_MS);
  await client.query(`select set_config('lock_timeout', $1, false)`, [`${timeoutMs}ms`]);
  try {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [JOB_LOCK_CLASS, name]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new Unavailable('Another import or job was still writing the catalog when the time to wait was over. Nothing was changed.');
  }
}

/** Runs `work` in the scope; fails with the reason of its revocation even when the work itself succeeded or failed otherwise. */
async function runInScope<S extends LockScope, T>(scope: S, work: (scope: S) => Promise<T>): Promise<T> {
  try {
    return await work(scope);
  } finally {
    scope.throwIfRevoked();
  }
}

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

/** The locks of jobs as advisory locks. */
@Injectable()
export class PostgresJobLocks implements JobLocks {
  constructor(private readonly postgres: Postgres) {}

  async runIfFree(job: string, work: (scope: LockScope) => Promise<JobOutcome>): Promise<JobOutcome> {
    const scope = new LockScope();
    return withLockConnection(this.postgres.url, scope, async (client) =>
      (await tryLock(client, job)) ? runInScope(scope, work) : 'busy',
    );
  }

  async listHeld(jobs: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.postgres.pool.query<{ job: string }>(
      `select j.job from unnest($1::text[]) j(job) where exists (select 1 from pg_locks l where ${isHeldSql('j.job')})`,
      [jobs],
    );
    return new Set(rows.map(({ job }) => job));
  }
}
