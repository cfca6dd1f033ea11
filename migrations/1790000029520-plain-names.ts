import type { MigrationInterface, QueryRunner } from 'typeorm';

type Rename = readonly [what: string, from: string, to: string];

/** Columns and constraints, by the earlier names of their tables. */
const members: readonly Rename[] = [
  ['table letters rename constraint', 'letters_pkey', 'emails_pkey'],
  ['table letters rename constraint', 'letters_user_id_fkey', 'emails_user_id_fkey'],
  ['table event_fold rename constraint', 'event_fold_pkey', 'event_aggregation_pkey'],
  ['table event_fold rename constraint', 'event_fold_single_check', 'event_aggregation_single_check'],
  ['table event_fold rename column', 'folded_id', 'aggregated_id'],
  ['table event_fold rename column', 'folded_at', 'aggregated_at'],
  ['table import_runs rename column', 'applied_slice', 'applied_batch'],
  ['table rate_limits rename column', 'slot', 'time_window'],
  ['table job_statuses rename column', 'slot', 'scheduled_for'],
  ['table job_runs rename column', 'slot', 'scheduled_for'],
  ['table job_runs rename constraint', 'job_runs_job_slot_key', 'job_runs_job_scheduled_for_key'],
];

const relations: readonly Rename[] = [
  ['sequence', 'letters_id_seq', 'emails_id_seq'],
  ['index', 'letters_due_at', 'emails_due_at'],
  ['index', 'letters_user_id', 'emails_user_id'],
  ['index', 'letters_given_up', 'emails_given_up'],
  ['table', 'letters', 'emails'],
  ['table', 'event_fold', 'event_aggregation'],
];

const jobs: readonly Rename[] = [
  ['job', 'letters', 'emails'],
  ['job', 'letters-forget', 'emails-clean-up'],
  ['job', 'events-forget', 'events-clean-up'],
  ['job', 'events-people', 'events-deleted-accounts'],
];

const backwards = (renames: readonly Rename[]): readonly Rename[] => renames.map(([what, from, to]) => [what, to, from]);

const renameMembers = (renames: readonly Rename[]) => renames.map(([what, from, to]) => `alter ${what} ${from} to ${to}`);
const renameRelations = (renames: readonly Rename[]) => renames.map(([what, from, to]) => `alter ${what} ${from} rename to ${to}`);
const renameJobs = (renames: readonly Rename[]) =>
  renames.flatMap(([, from, to]) => ['job_runs', 'job_statuses'].map((table) => `update ${table} set job = '${to}' where job = '${from}'`));

/** Tables, columns, and jobs get the names that the rest of the product has for them. */
export class PlainNames1790000029520 implements MigrationInterface {
  name = 'PlainNames1790000029520';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query([...renameMembers(members), ...renameRelations(relations), ...renameJobs(jobs)].join(';\n'));
  }

  async down(runner: QueryRunner): Promise<void> {
    const statements = [...renameJobs(backwards(jobs)), ...renameRelations(backwards(relations)), ...renameMembers(backwards(members))];
    await runner.query(statements.join(';\n'));
  }
}
