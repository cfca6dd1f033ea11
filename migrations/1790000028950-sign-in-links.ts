import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The identities at OpenID providers that sign in to accounts. */
export class SignInLinks1790000028950 implements MigrationInterface {
  name = 'SignInLinks1790000028950';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sign_in_links (
        id uuid primary key default gen_random_uuid(),
        user_id uuid not null references users on delete cascade,
        issuer text not null,
        subject text not null,
        linked_at timestamptz not null
      );
      create unique index sign_in_links_identity on sign_in_links (issuer, subject);
      create index sign_in_links_user on sign_in_links (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sign_in_links');
  }
}
