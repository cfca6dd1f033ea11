import { Injectable } from '@nestjs/common';
import type { JobLocks, JobOutcome } from '#domain/jobs/jobs';
import { LockScope } from '#domain/jobs/lock-scope';
import { Postgres } from '#server/database/postgres';
import { isHeldSql, runInScope, tryLock, withLockConnection } from '#server/jobs/postgres/advisory-lock';

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
