import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Searches that users save, and when each entity was first stored, so that the new rows of a search can be counted. */
export class SavedSearches1790000020710 implements MigrationInterface {
  name = 'SavedSearches1790000020710';

  async up(runner: QueryRunner): Promise<void> {
    for (const entity of ['board', 'pinner', 'pin']) {
      // Rows that are stored already count as added now: nobody has saved a search before.
      await runner.query(`
        alter table ${entity}s add column added_at timestamptz not null default now();
        create index ${entity}s_added on ${entity}s (added_at);
      `);
    }
    await runner.query(`
      create table saved_searches (
        _id uuid primary key default gen_random_uuid(),
        user_id uuid not null references users (id) on delete cascade,
        name text not null,
        variant text not null,
        -- the parameters of the list, without order and page defaults
        query text not null,
        created_at timestamptz not null,
        seen_at timestamptz not null
      );
      create unique index saved_searches_name on saved_searches (user_id, name);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table saved_searches');
    for (const entity of ['board', 'pinner', 'pin'])
      await runner.query(`drop index ${entity}s_added; alter table ${entity}s drop column added_at`);
  }
}
