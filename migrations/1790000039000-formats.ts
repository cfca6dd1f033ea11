import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How users read numbers and dates, and their time zone: both null until a browser has told them. */
export class Formats1790000039000 implements MigrationInterface {
  name = 'Formats1790000039000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column locale text, add column time_zone text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column locale, drop column time_zone');
  }
}
