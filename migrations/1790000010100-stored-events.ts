import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many raw events, and how many bytes of them, were stored on each day. */
export class StoredEvents1790000010100 implements MigrationInterface {
  name = 'StoredEvents1790000010100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table stored_events (day integer primary key, events integer not null, bytes bigint not null)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table stored_events`);
  }
}
