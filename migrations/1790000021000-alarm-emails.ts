import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The days on which administrators got an email about a kind of alarm. */
export class AlarmEmails1790000021000 implements MigrationInterface {
  name = 'AlarmEmails1790000021000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table alarm_emails (kind text not null, day integer not null, primary key (kind, day))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table alarm_emails');
  }
}
