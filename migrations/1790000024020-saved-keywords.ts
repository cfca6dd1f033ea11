import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The keywords that users save. */
export class SavedKeywords1790000024020 implements MigrationInterface {
  name = 'SavedKeywords1790000024020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table saved_keywords (
        user_id uuid not null references users (id) on delete cascade,
        -- no foreign key: the nightly count replaces the keywords
        keyword text collate "C" not null,
        name text not null,
        saved_at timestamptz not null,
        primary key (user_id, keyword)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table saved_keywords');
  }
}
