import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last run of each job in one row, so that reading it does not go through the history. */
export class JobStatuses1790000005000 implements MigrationInterface {
  name = 'JobStatuses1790000005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table job_statuses (
        job text primary key,
        slot text not null,
        started_at timestamptz not null,
        succeeded_at timestamptz,
        failed_at timestamptz,
        -- the duration of the last success in milliseconds
        took integer,
        rows integer,
        error text
      );
      insert into job_statuses (job, slot, started_at, succeeded_at, failed_at, took, rows, error)
      select newest.job, newest.slot, newest.started_at, success.finished_at, case when newest.error is not null then newest.started_at end,
        (extract(epoch from success.finished_at - success.started_at) * 1000)::integer, newest.rows, newest.error
      from (select distinct on (job) * from job_runs where progress is null order by job, started_at desc) newest
      left join lateral (
        select started_at, finished_at from job_runs
        where job = newest.job and finished_at is not null order by started_at desc limit 1) success on true;
      create index job_runs_started on job_runs (job, started_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index job_runs_started; drop table job_statuses');
  }
}
