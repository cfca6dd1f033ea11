import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Several registrations per address, of which one may be confirmed, so that signing up does not reveal who has an account. */
export class Registrations1790000010200 implements MigrationInterface {
  name = 'Registrations1790000010200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- true when the address had a row already; such a row is no new sign-up
      alter table users add column is_repeat boolean not null default false;
      drop index users_email;
      create unique index users_email on users (email) where is_confirmed;
      create index users_address on users (email, created_at);
      drop index users_created_at;
      create index users_created_at on users (created_at) where not is_repeat;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from users where id not in (select distinct on (email) id from users order by email, is_confirmed desc, created_at, id);
      drop index users_created_at;
      create index users_created_at on users (created_at);
      drop index users_address;
      drop index users_email;
      create unique index users_email on users (email);
      alter table users drop column is_repeat;
    `);
  }
}
