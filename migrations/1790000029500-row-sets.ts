import type { MigrationInterface, QueryRunner } from 'typeorm';

const postingOrders: Readonly<Record<string, readonly string[]>> = {
  board: ['follower_count', 'follower_growth_last_90_days', 'collaborator_count', 'collaborator_growth_last_90_days',
    'board_order_modified_at', 'created_at', 'momentum', 'checks_passed'],
  pinner: ['follower_count', 'profile_views', 'follower_growth_last_90_days', 'viewer_growth_last_90_days', 'created_at', 'momentum', 'checks_passed'],
  pin: ['saves', 'repin_count', 'saves_growth_last_90_days', 'created_at', 'momentum', 'checks_passed'],
}; // prettier-ignore

/** One posting list per term instead of one per term and order. Read models are rebuilt; until then, lists are read from their tables. */
export class RowSets1790000029500 implements MigrationInterface {
  name = 'RowSets1790000029500';

  async up(runner: QueryRunner): Promise<void> {
    for (const entity of Object.keys(postingOrders))
      await runner.query(`
        drop table ${entity}_postings;
        create table ${entity}_postings (
          term text collate "C" primary key, total integer not null,
          -- 32-bit integers, little-endian: the ranks of the rows by momentum, and parallel to them where the term occurs in each
          ranks bytea not null, occurrences bytea not null
        );
        alter table ${entity}_postings alter ranks set storage external, alter ranks set statistics 0,
          alter occurrences set storage external, alter occurrences set statistics 0;
      `);
    await runner.query(`
      update catalog_stats set behind = behind or generation is not null, generation = null;
      alter table catalog_stats drop filters_generation, add structure text;
      drop aggregate united_ranks(int[]);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create aggregate united_ranks(int[]) (sfunc = _int_union, stype = int[], initcond = '{}');
      alter table catalog_stats add filters_generation integer, drop structure;
      update catalog_stats set behind = behind or generation is not null, generation = null;
    `);
    for (const [entity, orders] of Object.entries(postingOrders)) {
      const columns = orders.map((order) => `by_${order} integer[] not null${order === 'checks_passed' ? ` default '{}'` : ''}`);
      await runner.query(`
        drop table ${entity}_postings;
        create table ${entity}_postings (
          term text collate "C" primary key, total integer not null, ${columns.join(', ')}, occurrences bytea not null default ''
        );
        alter table ${entity}_postings alter occurrences set storage external;
      `);
      for (const order of orders)
        await runner.query(`alter table ${entity}_postings alter by_${order} set storage external, alter by_${order} set statistics 0`);
    }
  }
}
