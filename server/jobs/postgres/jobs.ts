import { AsyncLocalStorage } from 'node:async_hooks';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Client } from 'pg';
import { Unavailable } from '#domain/errors';
import { type JobOutcome, Jobs } from '#domain/jobs';
import { Postgres } from '#server/database/postgres';
import { LockScope } from '#server/database/lock-scope';

/** All our advisory locks; the second key is the hash of the name. */
export const JOB_LOCK_CLASS = 7_305_111;
const WRITER_LOCK_NAME = 'catalog-write';
const serverStopped = () => new Unavailable('The server was stopped while this ran. It is run again after the next start.');
const lockLost = () =>
  new Unavailable('The lock of this work was lost with its connection, and the work stopped. It can be started again.');

/** Runs of long ago leave the log, to which some jobs add a row every hour. */
const FINISH_RUN_SQL = `
  with old as (delete from job_runs where job = $1 and slot <> $2 and started_at < now() - interval '90 days')
  update job_runs set finished_at = now(), rows = $3, error = null where job = $1 and slot = $2`;

/**
 * Advisory locks of Postgres, each on a connection of its own: they end with the process that holds them, however it ends. When only
 * the connection ends, the work under the lock is stopped with it.
 */
@Injectable()
export class PostgresJobs extends Jobs implements BeforeApplicationShutdown {
  readonly #writerContext = new AsyncLocalStorage<true>();
  /** What runs by the clock at this moment. */
  readonly #activeRuns = new Map<LockScope, Promise<void>>();

  constructor(private readonly postgres: Postgres) {
    super();
  }

  async runExclusively(job: string, scheduledFor: string, work: () => Promise<number>): Promise<JobOutcome> {
    return this.#withLockClient(async (client, scope) => {
      if (!(await this.#tryLock(client, job))) return 'busy';
      const { rows } = await client.query<{ finished: boolean }>(
        `insert into job_runs as run (job, slot, started_at) values ($1, $2, now())
         on conflict (job, slot) do update set started_at = case when run.finished_at is null then now() else run.started_at end
         returning finished_at is not null finished`,
        [job, scheduledFor],
      );
      if (rows[0]?.finished) return 'done';
      const run = this.#runAndRecord(job, scheduledFor, () => runInScope(scope, work));
      this.#activeRuns.set(scope, run);
      await run.finally(() => this.#activeRuns.delete(scope));
      return 'ran';
    });
  }

  async runAsWriter<T>(work: () => Promise<T>, onWait?: () => void): Promise<T> {
    if (this.#writerContext.getStore()) return work();
    return this.#withLockClient(async (client, scope) => {
      if (!(await this.#tryLock(client, WRITER_LOCK_NAME))) {
        onWait?.();
        await client.query('select pg_advisory_lock($1, hashtext($2))', [JOB_LOCK_CLASS, WRITER_LOCK_NAME]);
      }
      return runInScope(scope, () => this.#writerContext.run(true, work));
    });
  }

  /** A stop waits for no job: each goes on, or begins anew, where its work is resumed. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const scope of this.#activeRuns.keys()) scope.revoke(serverStopped());
    await Promise.allSettled(this.#activeRuns.values());
  }

  async #runAndRecord(job: string, scheduledFor: string, work: () => Promise<number>): Promise<void> {
    try {
      const rowCount = await work();
      await this.postgres.jobPool.query(FINISH_RUN_SQL, [job, scheduledFor, rowCount]);
    } catch (error) {
      // Not over the head of another instance that took the slot over and is done.
      const failRunSql = 'update job_runs set error = $3 where job = $1 and slot = $2 and finished_at is null';
      await this.postgres.jobPool.query(failRunSql, [job, scheduledFor, String(error)]);
      throw error;
    }
  }

  async #tryLock(client: Client, name: string): Promise<boolean> {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) held', [JOB_LOCK_CLASS, name]);
    return rows[0]?.held === true;
  }

  async #withLockClient<T>(work: (client: Client, scope: LockScope) => Promise<T>): Promise<T> {
    const scope = new LockScope();
    const revoke = () => scope.revoke(lockLost());
    const client = new Client({ connectionString: this.postgres.url, application_name: 'corklight lock', keepAlive: true });
    client.on('error', () => undefined);
    await client.connect();
    client.once('end', revoke);
    try {
      return await work(client, scope);
    } finally {
      client.off('end', revoke);
      await client.end();
    }
  }
}

/** Whatever broke when the lock was lost, and even when nothing seemed to: that it was lost is what counts. */
async function runInScope<T>(scope: LockScope, work: () => Promise<T>): Promise<T> {
  try {
    const result = await scope.run(work);
    if (!scope.revokedBecause) return result;
  } catch (error) {
    if (!scope.revokedBecause) throw error;
  }
  throw scope.revokedBecause;
}
