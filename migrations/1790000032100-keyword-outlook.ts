import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lists show of imported volumes and curves: one row per keyword. The next nightly count fills it. */
export class KeywordOutlook1790000032100 implements MigrationInterface {
  name = 'KeywordOutlook1790000032100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table keyword_outlook (
        keyword text collate "C" primary key,
        volume integer,
        volume_source text,
        volume_region text,
        volume_day integer,
        season text,
        season_weeks integer,
        season_region text,
        season_source text,
        curve_to integer,
        rise integer,
        publish_by integer,
        refreshed_at timestamptz not null default now()
      );
      create index keyword_outlook_refreshed on keyword_outlook (refreshed_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table keyword_outlook');
  }
}
