import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the operator was told about a second subscription of the same user. */
export class DuplicateSubscriptions1790000006000 implements MigrationInterface {
  name = 'DuplicateSubscriptions1790000006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscriptions add column duplicate_reported_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscriptions drop column duplicate_reported_at');
  }
}
