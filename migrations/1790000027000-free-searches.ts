import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The keyword searches that accounts without Premium made on a day. */
export class FreeSearches1790000027000 implements MigrationInterface {
  name = 'FreeSearches1790000027000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table free_searches (
        user_id uuid not null references users (id) on delete cascade,
        day integer not null,
        search_hashes text[] not null default '{}',
        primary key (user_id, day)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table free_searches');
  }
}
