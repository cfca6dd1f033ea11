import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What users pin about, and their own site; pins are found by the site that they lead to. */
export class Interests1790000028300 implements MigrationInterface {
  name = 'Interests1790000028300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table interests (
        user_id uuid primary key references users (id) on delete cascade,
        topics text[] not null default '{}',
        site text
      )
    `);
    await runner.query('create index pins_domain on pins (lower(domain collate "C"))');
    await runner.query('create index pinners_username on pinners (lower(username collate "C"))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index pinners_username');
    await runner.query('drop index pins_domain');
    await runner.query('drop table interests');
  }
}
