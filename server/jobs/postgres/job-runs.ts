import { Injectable } from '@nestjs/common';
import type { LastFinishedRun } from '#domain/schedule';
import { Postgres } from '#server/database/postgres';
import { JOB_LOCK_CLASS } from '#server/jobs/postgres/advisory-lock';

/** The newest run of a job, and how long the newest finished one took, in milliseconds. */
export interface LastRun {
  readonly job: string;
  readonly slot: string;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly rows: number | null;
  readonly error: string | null;
  readonly took: number | null;
}

/** What jobs have done, from their log, and which of them hold their lock. */
@Injectable()
export class PostgresJobRuns {
  constructor(private readonly postgres: Postgres) {}

  /** The newest run of each of these jobs that ever ran. */
  async lastRuns(jobs: readonly string[]): Promise<readonly LastRun[]> {
    const { rows } = await this.postgres.pool.query<LastRun>(
      `select newest.* from unnest($1::text[]) wanted(job) cross join lateral (
         select r.job, r.slot, r.started_at, r.finished_at, r.rows, r.error, (
           select (extract(epoch from f.finished_at - f.started_at) * 1000)::int from job_runs f
           where f.job = wanted.job and f.finished_at is not null order by f.started_at desc limit 1) took
         from job_runs r where r.job = wanted.job order by r.started_at desc limit 1) newest`,
      [jobs],
    );
    return rows;
  }

  /** When each job that ever ran finished last. */
  async lastFinishes(): Promise<readonly LastFinishedRun[]> {
    return (await this.postgres.pool.query<LastFinishedRun>('select job, max(finished_at) finished_at from job_runs group by job')).rows;
  }

  /** Which of these jobs are under way, on whichever instance. */
  async runningJobs(jobs: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.postgres.pool.query<{ job: string }>(
      `select j.job from unnest($1::text[]) j(job) where exists (
         select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid::bigint = $2
           and l.objid::bigint = hashtext(j.job)::bigint & 4294967295
           and l.database = (select oid from pg_database where datname = current_database()))`,
      [jobs, JOB_LOCK_CLASS],
    );
    return new Set(rows.map(({ job }) => job));
  }
}
