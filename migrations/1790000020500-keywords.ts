import type { MigrationInterface, QueryRunner } from 'typeorm';

const orders = ['opportunity', 'momentum', 'demand', 'pins', 'competition'];

/** The keywords of the catalog, rebuilt every night (docs/decisions/0024). */
export class Keywords1790000020500 implements MigrationInterface {
  name = 'Keywords1790000020500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table keywords (
        _id text collate "C" primary key,
        name text not null,
        folded text collate "C" not null,
        pins integer not null,
        boards integer not null,
        known_pins integer not null,
        saves bigint not null,
        median_saves double precision,
        competition double precision,
        momentum double precision,
        raw double precision,
        growth double precision,
        confidence smallint not null,
        measured_pins integer not null,
        fresh double precision,
        demand_rank double precision,
        opportunity double precision,
        pins_by_month integer[] not null,
        top_pins text[] not null default '{}',
        top_saves integer[] not null,
        top_ages integer[] not null,
        top_owners integer[] not null,
        top_boards text[] not null default '{}',
        top_pinners text[] not null default '{}',
        related text[] not null default '{}',
        related_common integer[] not null,
        -- the rank of the keyword in each order, from 1 on
        ${orders.map((order) => `by_${order} integer not null`).join(', ')}
      );
      ${orders.map((order) => `create index keywords_by_${order} on keywords (by_${order})`).join(';')};
      create index keywords_folded on keywords (folded);
      -- one row: the build that is shown
      create table keyword_build (
        id integer primary key, day integer not null, built_at timestamptz not null, keywords integer not null, pins integer not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table keywords, keyword_build');
  }
}
