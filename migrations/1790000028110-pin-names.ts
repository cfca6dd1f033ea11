import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The names that a pin's source gives its board and owner without saying which they are; titles fall back to them. */
export class PinNames1790000028110 implements MigrationInterface {
  name = 'PinNames1790000028110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pins add board_name text, add owner_name text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pins drop board_name, drop owner_name');
  }
}
