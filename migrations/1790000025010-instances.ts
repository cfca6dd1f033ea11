import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The running servers, and what tells a running import from a killed one. */
export class Instances1790000025010 implements MigrationInterface {
  name = 'Instances1790000025010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table instances (
        id uuid primary key,
        host text not null,
        version text not null,
        started_at timestamptz not null,
        seen_at timestamptz not null
      );
      -- when the connection that holds the write lock for the import was made
      alter table import_runs add column lock_connected_at timestamptz;
      create index letters_given_up on letters (given_up_at) where given_up_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index letters_given_up; alter table import_runs drop column lock_connected_at; drop table instances');
  }
}
