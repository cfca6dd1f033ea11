import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What filters of lists need: topics without regard to the case of ASCII letters, and the pins of a board. */
export class Filters1790000020400 implements MigrationInterface {
  name = 'Filters1790000020400';

  async up(runner: QueryRunner): Promise<void> {
    // The text of an array and back is faster than its elements one by one; lower case changes neither quotes nor commas.
    await runner.query(`
      create function lower_ascii(text[]) returns text[] language sql immutable strict parallel safe
        as $$ select lower($1::text collate "C")::text[] $$;
      create index pins_board on pins (board_id) where board_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index pins_board; drop function lower_ascii(text[])`);
  }
}
