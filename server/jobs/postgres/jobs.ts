import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Unavailable } from '#domain/errors';
import { type JobOutcome, Jobs } from '#domain/jobs';
import { LockScope } from '#domain/lock-scope';
import { Postgres } from '#server/database/postgres';
import { runInScope, tryLock, withLockConnection } from '#server/jobs/postgres/advisory-lock';

const serverStopped = () => new Unavailable('The server was stopped while this ran. It is run again after the next start.');
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
  /** What runs by the clock at this moment. */
  readonly #activeRuns = new Map<LockScope, Promise<void>>();

  constructor(private readonly postgres: Postgres) {
    super();
  }

  async runExclusively(job: string, scheduledFor: string, work: (scope: LockScope) => Promise<number>): Promise<JobOutcome> {
    const scope = new LockScope();
    return withLockConnection(this.postgres.url, scope, async (client) => {
      if (!(await tryLock(client, job))) return 'busy';
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
}
