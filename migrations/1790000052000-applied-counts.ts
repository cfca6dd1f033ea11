import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An import that goes on after its process was killed tells what it changed in all. */
export class AppliedCounts1790000052000 implements MigrationInterface {
  name = 'AppliedCounts1790000052000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table import_runs add inserted integer not null default 0, add updated integer not null default 0, add series integer not null default 0
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table import_runs drop inserted, drop updated, drop series');
  }
}
