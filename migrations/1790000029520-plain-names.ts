import type { MigrationInterface, QueryRunner } from 'typeorm';

const jobNames: Readonly<Record<string, string>> = {
  letters: 'emails',
  'letters-forget': 'emails-clean-up',
  'events-forget': 'events-clean-up',
  'events-people': 'events-deleted-accounts',
};

const renameJobs = (names: readonly (readonly [string, string])[]): string =>
  names
    .flatMap(([from, to]) => ['job_runs', 'job_statuses'].map((table) => `update ${table} set job = '${to}' where job = '${from}';`))
    .join('\n');

/** Tables, columns, and jobs get the names that the rest of the product has for them. */
export class PlainNames1790000029520 implements MigrationInterface {
  name = 'PlainNames1790000029520';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table letters rename to emails;
      alter sequence letters_id_seq rename to emails_id_seq;
      alter table emails rename constraint letters_pkey to emails_pkey;
      alter table emails rename constraint letters_user_id_fkey to emails_user_id_fkey;
      alter index letters_due_at rename to emails_due_at;
      alter index letters_user_id rename to emails_user_id;
      alter index letters_given_up rename to emails_given_up;
      alter table event_fold rename to event_aggregation;
      alter table event_aggregation rename constraint event_fold_pkey to event_aggregation_pkey;
      alter table event_aggregation rename constraint event_fold_single_check to event_aggregation_single_check;
      alter table event_aggregation rename folded_id to aggregated_id;
      alter table event_aggregation rename folded_at to aggregated_at;
      alter table import_runs rename applied_slice to applied_batch;
      alter table rate_limits rename slot to time_window;
      alter table job_statuses rename slot to scheduled_for;
      alter table job_runs rename slot to scheduled_for;
      alter table job_runs rename constraint job_runs_job_slot_key to job_runs_job_scheduled_for_key;
    `);
    await runner.query(renameJobs(Object.entries(jobNames)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(renameJobs(Object.entries(jobNames).map(([from, to]) => [to, from])));
    await runner.query(`
      alter table job_runs rename constraint job_runs_job_scheduled_for_key to job_runs_job_slot_key;
      alter table job_runs rename scheduled_for to slot;
      alter table job_statuses rename scheduled_for to slot;
      alter table rate_limits rename time_window to slot;
      alter table import_runs rename applied_batch to applied_slice;
      alter table event_aggregation rename aggregated_at to folded_at;
      alter table event_aggregation rename aggregated_id to folded_id;
      alter table event_aggregation rename constraint event_aggregation_single_check to event_fold_single_check;
      alter table event_aggregation rename constraint event_aggregation_pkey to event_fold_pkey;
      alter table event_aggregation rename to event_fold;
      alter index emails_given_up rename to letters_given_up;
      alter index emails_user_id rename to letters_user_id;
      alter index emails_due_at rename to letters_due_at;
      alter table emails rename constraint emails_user_id_fkey to letters_user_id_fkey;
      alter table emails rename constraint emails_pkey to letters_pkey;
      alter sequence emails_id_seq rename to letters_id_seq;
      alter table emails rename to letters;
    `);
  }
}
