import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time-based codes with recovery codes as a second factor, and the sessions that wait for one after the password. */
export class SecondFactors1790000028900 implements MigrationInterface {
  name = 'SecondFactors1790000028900';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table second_factors (
        user_id uuid primary key references users on delete cascade,
        sealed_key text not null,
        created_at timestamptz not null,
        confirmed_at timestamptz,
        last_step integer,
        recovery_hashes text[] not null default '{}'
      );
      alter table sessions add column password_given boolean not null default false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Sessions that wait for a code would be those of a posted code.
    await runner.query(
      'delete from sessions where password_given; alter table sessions drop column password_given; drop table second_factors',
    );
  }
}
