import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the database and its backups take on disks, once a day. */
export class DiskUsage1790000028810 implements MigrationInterface {
  name = 'DiskUsage1790000028810';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table disk_usage (
        -- days since 1970-01-01
        day integer primary key,
        measured_at timestamptz not null,
        database_bytes bigint not null,
        -- null without BACKUP_DIR
        backup_bytes bigint
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table disk_usage');
  }
}
