import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The newest 52 weeks of a keyword's first curve, for lists. The next nightly count fills it. */
export class WeeklyInterest1790000041000 implements MigrationInterface {
  name = 'WeeklyInterest1790000041000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table keyword_outlook add column interest text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table keyword_outlook drop column interest');
  }
}
