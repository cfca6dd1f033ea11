import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the operator's webhook is told: the beginning and the end of each alarm. */
export class AlarmMessages1790000029000 implements MigrationInterface {
  name = 'AlarmMessages1790000029000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table alarm_messages (
        id integer generated always as identity primary key,
        alarm text not null,
        kind text not null,
        text text not null,
        began_at timestamptz not null,
        ended_at timestamptz,
        is_open boolean not null default false,
        due_at timestamptz,
        attempts integer not null default 0,
        attempted_at timestamptz,
        error text
      );
      create unique index alarm_messages_open on alarm_messages (alarm) where is_open;
      create index alarm_messages_due on alarm_messages (due_at) where due_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table alarm_messages');
  }
}
