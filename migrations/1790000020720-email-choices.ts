import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which optional emails users have switched on. */
export class EmailChoices1790000020720 implements MigrationInterface {
  name = 'EmailChoices1790000020720';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table email_choices (
        user_id uuid not null references users (id) on delete cascade,
        kind text not null,
        is_on boolean not null,
        changed_at timestamptz not null,
        -- of the token in the links that end the emails of this kind
        token_hash text collate "C" not null,
        -- up to this day everything is in the outbox, or happened before the emails were switched on
        handled_day integer not null,
        primary key (user_id, kind)
      );
      create unique index email_choices_token on email_choices (token_hash);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table email_choices');
  }
}
