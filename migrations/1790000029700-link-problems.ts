import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is wrong with the access to a linked account, and since when. */
export class LinkProblems1790000029700 implements MigrationInterface {
  name = 'LinkProblems1790000029700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table linked_accounts add column problem text, add column problem_since timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table linked_accounts drop column problem, drop column problem_since');
  }
}
