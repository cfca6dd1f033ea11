import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The scopes that a linked account has granted; of links from before, only what is asked for first is known. */
export class LinkScopes1790000031000 implements MigrationInterface {
  name = 'LinkScopes1790000031000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table linked_accounts add column scopes text[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table linked_accounts drop column scopes');
  }
}
