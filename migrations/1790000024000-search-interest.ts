import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imported search interest of keywords: one value per keyword and day. */
export class SearchInterest1790000024000 implements MigrationInterface {
  name = 'SearchInterest1790000024000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table search_interest (
        keyword text collate "C" not null,
        day integer not null,
        value integer not null,
        -- the spelling of the file
        name text not null,
        source text not null,
        imported_at timestamptz not null,
        primary key (keyword, day)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table search_interest');
  }
}
