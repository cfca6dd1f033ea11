import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What batches of journals replaced and gave, compressed by the nightly job: only a take-back reads it, but each backup copies it. */
export class SealedChanges1790000048000 implements MigrationInterface {
  name = 'SealedChanges1790000048000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- in place of digests, given, before, and readings
      alter table packed_changes add column sealed bytea;
      alter table packed_changes alter column digests drop not null;
      alter table packed_changes alter column given drop not null;
      alter table packed_changes alter column before drop not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    // SQL cannot read what is sealed, and a journal with a gap would restore what never was.
    await runner.query(`
      delete from import_changes where exists (select 1 from packed_changes where sealed is not null);
      delete from import_journals where exists (select 1 from packed_changes where sealed is not null);
      delete from packed_changes where exists (select 1 from packed_changes where sealed is not null);
      alter table packed_changes drop column sealed;
      alter table packed_changes alter column digests set not null;
      alter table packed_changes alter column given set not null;
      alter table packed_changes alter column before set not null;
    `);
  }
}
