import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the job `growth` due, so that the next start recomputes every stored score as of its day: their rounding has changed. */
export class RecomputeGrowthOnce1790000028290 implements MigrationInterface {
  name = 'RecomputeGrowthOnce1790000028290';

  async up(runner: QueryRunner): Promise<void> {
    // A run that is neither missed nor killed has begun and succeeded before the last time it was due. A new installation has no scores.
    await runner.query(`
      delete from job_runs where job in ('growth', 'growth stage') and started_at > now() - interval '2 days';
      insert into job_statuses (job, slot, started_at, succeeded_at)
      select 'growth', to_char((now() - interval '2 days') at time zone 'UTC', 'YYYY-MM-DD'), now() - interval '2 days', now() - interval '2 days'
      where exists (select from catalog_stats where scored_day is not null)
      on conflict (job) do update set started_at = excluded.started_at, succeeded_at = excluded.succeeded_at, failed_at = null, error = null;
    `);
  }

  async down(): Promise<void> {
    // The recompute is of no harm to the previous version.
  }
}
