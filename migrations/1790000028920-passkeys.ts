import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passkeys, the challenges that browsers answer with them, and recovery codes for any second factor. */
export class Passkeys1790000028920 implements MigrationInterface {
  name = 'Passkeys1790000028920';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table passkeys (
        id uuid primary key default gen_random_uuid(),
        user_id uuid not null references users on delete cascade,
        credential_id text collate "C" not null,
        public_key bytea not null,
        counter bigint not null,
        transports text[] not null default '{}',
        name text not null,
        added_at timestamptz not null,
        used_at timestamptz
      );
      create unique index passkeys_credential on passkeys (credential_id);
      create index passkeys_user on passkeys (user_id);
      create table passkey_challenges (
        session_hash text collate "C",
        purpose text collate "C",
        challenge text collate "C" not null,
        expires_at timestamptz not null,
        primary key (session_hash, purpose)
      );
      create table recovery_codes (
        user_id uuid primary key references users on delete cascade,
        hashes text[] not null default '{}'
      );
      insert into recovery_codes select user_id, recovery_hashes from second_factors where confirmed_at is not null;
      alter table second_factors drop column recovery_hashes;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table second_factors add column recovery_hashes text[] not null default '{}';
      update second_factors f set recovery_hashes = hashes from recovery_codes c where c.user_id = f.user_id;
      drop table passkeys, passkey_challenges, recovery_codes;
    `);
  }
}
