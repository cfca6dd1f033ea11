import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The history of accounts becomes the audit of all administrative acts. Columns are only added, so that the release before writes on. */
export class Audit1790000028700 implements MigrationInterface {
  name = 'Audit1790000028700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account_audit
        add column actor_kind text not null default 'user',
        -- the user and host of a command; the address of an administrator is that of the account
        add column actor_label text,
        -- what it was done to, unless it was a person
        add column target text,
        add column details jsonb,
        add column origin text;
      update account_audit set actor_kind = 'command', actor_label = 'Command line', details = '{}' where action = 'second_factor_reset';
      update account_audit set details = case action
        when 'sessions_ended' then jsonb_build_object('sessions', detail::integer)
        when 'premium_given' then jsonb_build_object('until', detail) else '{}' end
      where details is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The release before knows acts on accounts only.
    await runner.query(`
      delete from account_audit
        where action not in ('sessions_ended', 'premium_given', 'premium_ended', 'account_deleted', 'second_factor_reset');
      update account_audit set detail = case action
        when 'sessions_ended' then details ->> 'sessions' when 'premium_given' then details ->> 'until'
        when 'second_factor_reset' then 'command line' end
      where details is not null;
      alter table account_audit
        drop column actor_kind, drop column actor_label, drop column target, drop column details, drop column origin;
    `);
  }
}
