import type { MigrationInterface, QueryRunner } from 'typeorm';

const entities = ['board', 'pinner', 'pin'];

/** Posting lists by row instead of by rank, so that they stay while no text changes. Read models are rebuilt; until then, lists are read from their tables. */
export class PostingRows1790000053000 implements MigrationInterface {
  name = 'PostingRows1790000053000';

  async up(runner: QueryRunner): Promise<void> {
    for (const entity of entities) await runner.query(`alter table ${entity}_postings rename ranks to rows`);
    await runner.query(`
      -- The number of rows that words, posting lists, and facets are made of; null once their texts have changed
      alter table catalog_stats add text_rows integer;
      update catalog_stats set behind = behind or generation is not null, generation = null;
      drop table if exists catalog_stats_next
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const entity of entities) await runner.query(`alter table ${entity}_postings rename rows to ranks`);
    await runner.query(`
      alter table catalog_stats drop text_rows;
      update catalog_stats set behind = behind or generation is not null, generation = null;
      drop table if exists catalog_stats_next
    `);
  }
}
