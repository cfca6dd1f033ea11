import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The lease of a linked account's token renewal. */
export class Renewals1790000004000 implements MigrationInterface {
  name = 'Renewals1790000004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table linked_accounts add column renewing_until timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table linked_accounts drop column renewing_until');
  }
}
