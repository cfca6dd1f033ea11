import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API keys of users, as hashes. */
export class ApiKeys1790000033000 implements MigrationInterface {
  name = 'ApiKeys1790000033000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table api_keys (
        id uuid primary key default gen_random_uuid(),
        user_id uuid not null references users on delete cascade,
        name text not null,
        kind text not null,
        token_hash text collate "C" not null,
        prefix text not null,
        created_at timestamptz not null,
        used_at timestamptz,
        expires_at timestamptz,
        revoked_at timestamptz
      );
      create unique index api_keys_token on api_keys (token_hash);
      create index api_keys_user on api_keys (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table api_keys');
  }
}
