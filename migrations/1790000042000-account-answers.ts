import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What Pinterest has answered about linked accounts, encrypted, for minutes. Unlogged: it is in no WAL, replica, or backup. */
export class AccountAnswers1790000042000 implements MigrationInterface {
  name = 'AccountAnswers1790000042000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table account_answers (
        account_id uuid not null references linked_accounts on delete cascade,
        request_hash text collate "C" not null,
        until timestamptz not null,
        answer bytea,
        key_id text,
        primary key (account_id, request_hash)
      );
      create index account_answers_until on account_answers (until);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table account_answers');
  }
}
