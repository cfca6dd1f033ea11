import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The saves of keywords over 90 days, filled by the next nightly count. */
export class KeywordSparklines1790000024010 implements MigrationInterface {
  name = 'KeywordSparklines1790000024010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table keywords add column sparkline text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table keywords drop column sparkline');
  }
}
