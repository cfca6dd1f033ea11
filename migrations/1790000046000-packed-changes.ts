import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The changes of a batch as one row, which takes a tenth of the room that a row for each takes. Earlier journals stay as they are. */
export class PackedChanges1790000046000 implements MigrationInterface {
  name = 'PackedChanges1790000046000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table packed_changes (
        -- the number of the first change; the others follow, as if each were a row of import_changes
        first_id bigint primary key,
        journal_id integer not null,
        entity text not null,
        -- new entities come first, then those that were known, then rows that equaled the last one merged
        new_count integer not null,
        given_count integer not null,
        -- null where a change is forgotten
        ids text[] collate "C" not null,
        digests bigint[] not null,
        given jsonb[] not null,
        before jsonb[] not null,
        readings jsonb[]
      );
      create index packed_changes_journal on packed_changes (journal_id);
      create table forgotten_changes (
        entity text not null,
        _id text collate "C" not null,
        -- packed changes with numbers from the one to below the other are forgotten, or were moved to import_changes
        from_id bigint not null,
        before_id bigint not null,
        primary key (entity, _id, from_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table packed_changes, forgotten_changes');
  }
}
