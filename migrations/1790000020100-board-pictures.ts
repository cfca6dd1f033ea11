import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the pins that a board without a cover shows pictures of. */
export class BoardPictures1790000020100 implements MigrationInterface {
  name = 'BoardPictures1790000020100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index pins_board on pins (board_id, _id) where board_id is not null and image_url is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index pins_board');
  }
}
