import type { MigrationInterface, QueryRunner } from 'typeorm';

const orders = ['opportunity', 'momentum', 'demand', 'pins', 'competition'];

/**
 * What keywords are searched and filtered by, apart from the rows of their pages, which are fifty times as large. The next nightly count
 * replaces what is derived here: it also finds words in scripts without spaces, and all scripts.
 */
export class KeywordRanks1790000028400 implements MigrationInterface {
  name = 'KeywordRanks1790000028400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table keyword_ranks (
        _id text collate "C" primary key,
        -- the folded words of its name; of a word in a script without spaces, every part from a character to the end
        words tsvector not null,
        script text,
        pins integer not null,
        competition double precision,
        -- the month of most pins, 1 for January; null where none stands out
        peak smallint,
        ${orders.map((order) => `by_${order} integer not null`).join(', ')}
      );
      insert into keyword_ranks
      select _id, array_to_tsvector(array_remove(regexp_split_to_array(folded, '[^[:alnum:]]+'), '')), case when folded ~ '^[^[:alpha:]]*[a-z]' then 'latin' end,
        pins, competition,
        case when (select sum(month) from unnest(pins_by_month) month) >= 50
          and (select max(month) from unnest(pins_by_month) month) >= 0.125 * (select sum(month) from unnest(pins_by_month) month)
          then array_position(pins_by_month, (select max(month) from unnest(pins_by_month) month)) end,
        ${orders.map((order) => `by_${order}`).join(', ')}
      from keywords;
      create index keyword_ranks_words on keyword_ranks using gin (words);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table keyword_ranks');
  }
}
