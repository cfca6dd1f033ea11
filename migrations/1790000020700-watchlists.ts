import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What users watch: lists, and their items. */
export class Watchlists1790000020700 implements MigrationInterface {
  name = 'Watchlists1790000020700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table watchlists (
        _id uuid primary key default gen_random_uuid(),
        user_id uuid not null references users (id) on delete cascade,
        name text not null,
        created_at timestamptz not null
      );
      create unique index watchlists_name on watchlists (user_id, name);
      create table watched_items (
        _id uuid primary key default gen_random_uuid(),
        watchlist_id uuid not null references watchlists (_id) on delete cascade,
        entity text not null,
        entity_id text collate "C" not null,
        -- the title and value of the first day; an entity that is deleted later keeps its item
        title text not null,
        note text not null,
        added_at timestamptz not null,
        added_value integer
      );
      create unique index watched_items_entity on watched_items (watchlist_id, entity, entity_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table watched_items, watchlists');
  }
}
