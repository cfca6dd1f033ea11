import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two indexes of the journal instead of three: a daily feed writes each of them for every row. */
export class JournalIndexes1790000045000 implements MigrationInterface {
  name = 'JournalIndexes1790000045000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index import_changes_journal;
      alter table import_changes drop constraint import_changes_pkey, add primary key (journal_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table import_changes drop constraint import_changes_pkey, add primary key (id);
      create index import_changes_journal on import_changes (journal_id, id);
    `);
  }
}
