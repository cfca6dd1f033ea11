import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why imports were refused. */
export class ImportReasons1790000029010 implements MigrationInterface {
  name = 'ImportReasons1790000029010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table import_runs add column reason text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table import_runs drop column reason');
  }
}
