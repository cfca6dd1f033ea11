import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What files of other tools say: notes of rows, volumes of keywords, and curves of each tool and region. A curve of a file without a source
 * belongs to no tool, whatever the names of its files are.
 */
export class OtherTools1790000032000 implements MigrationInterface {
  name = 'OtherTools1790000032000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table boards add notes jsonb;
      alter table pinners add notes jsonb;
      alter table pins add notes jsonb;
      update search_interest set region = '' where region is null;
      alter table search_interest alter region set default '', alter region set not null,
        add tool text collate "C" not null default '', add import_id integer not null default 0;
      update search_interest set tool = source where source !~* '^stdin$|[.](csv|tsv|txt|ndjson|jsonl|json)([.]gz)?$';
      alter table search_interest drop constraint search_interest_pkey, add primary key (keyword, region, tool, day);
      create table keyword_volumes (
        keyword text collate "C" not null,
        region text not null,
        source text not null,
        day integer not null,
        -- the spelling of the file
        name text not null,
        volume integer,
        notes jsonb,
        imported_at timestamptz not null,
        import_id integer not null,
        primary key (keyword, region, source, day)
      );
      create table header_mappings (
        fingerprint text primary key,
        mapping jsonb not null,
        remembered_at timestamptz not null default now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table header_mappings;
      drop table keyword_volumes;
      delete from search_interest one using search_interest other
        where one.keyword = other.keyword and one.day = other.day and (one.region, one.tool) > (other.region, other.tool);
      alter table search_interest drop constraint search_interest_pkey, add primary key (keyword, day),
        drop tool, drop import_id, alter region drop not null, alter region drop default;
      update search_interest set region = null where region = '';
      alter table pins drop notes;
      alter table pinners drop notes;
      alter table boards drop notes;
    `);
  }
}
