import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the person at a session last showed that it is theirs. */
export class OwnerChecks1790000028910 implements MigrationInterface {
  name = 'OwnerChecks1790000028910';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sessions add column checked_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sessions drop column checked_at');
  }
}
