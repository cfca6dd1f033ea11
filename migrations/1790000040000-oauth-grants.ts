import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What users have granted to OAuth clients, with the hashes of code and tokens. */
export class OauthGrants1790000040000 implements MigrationInterface {
  name = 'OauthGrants1790000040000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table oauth_grants (
        id uuid primary key default gen_random_uuid(),
        user_id uuid not null references users on delete cascade,
        client_id text not null,
        client_name text not null,
        redirect_uri text not null,
        code_hash text collate "C" not null,
        code_challenge text not null,
        created_at timestamptz not null,
        access_hash text collate "C",
        refresh_hash text collate "C",
        issued_at timestamptz,
        used_at timestamptz
      );
      create unique index oauth_grants_code on oauth_grants (code_hash);
      create unique index oauth_grants_access on oauth_grants (access_hash);
      create index oauth_grants_user on oauth_grants (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table oauth_grants');
  }
}
