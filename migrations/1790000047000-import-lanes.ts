import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Imports are merged on two connections, each with its own batches: the numbers of changes leave room for a whole batch. An import that is half
 * applied reads its file again.
 */
export class ImportLanes1790000047000 implements MigrationInterface {
  name = 'ImportLanes1790000047000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update import_runs set staged = -1 where phase = 'applying';
      alter table import_runs drop applied_batch, add applied_batches integer[] not null default '{0,0}';
      alter sequence import_changes_id_seq increment by 1000000;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update import_runs set staged = -1 where phase = 'applying';
      alter table import_runs drop applied_batches, add applied_batch integer not null default 0;
      alter sequence import_changes_id_seq increment by 1;
    `);
  }
}
