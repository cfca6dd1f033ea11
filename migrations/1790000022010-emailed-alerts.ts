import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which alerts the daily email has had. */
export class EmailedAlerts1790000022010 implements MigrationInterface {
  name = 'EmailedAlerts1790000022010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table alerts add column emailed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table alerts drop column emailed_at');
  }
}
