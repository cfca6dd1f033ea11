import type { MigrationInterface, QueryRunner } from 'typeorm';

const entities = ['board', 'pinner', 'pin'];

/** The part of the read model that filters use (server/catalog/read-model/README.md). */
export class FilterArrays1790000020410 implements MigrationInterface {
  name = 'FilterArrays1790000020410';

  async up(runner: QueryRunner): Promise<void> {
    for (const entity of entities) {
      await runner.query(`
        -- numbers are 32-bit integers, little-endian, stored uncompressed: they are read as a whole
        create table ${entity}_arrays (name text collate "C", block integer, numbers bytea not null, primary key (name, block));
        create table ${entity}_facets (facet text collate "C", value text collate "C", numbers bytea not null, primary key (facet, value));
        alter table ${entity}_arrays alter numbers set storage external;
        alter table ${entity}_facets alter numbers set storage external;
      `);
    }
    // The generation of these tables: previous versions of the server build generations without them.
    await runner.query(`
      alter table catalog_stats add filters_generation integer;
      update catalog_stats set behind = true where generation is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table catalog_stats drop filters_generation');
    for (const entity of entities) await runner.query(`drop table ${entity}_arrays, ${entity}_facets`);
  }
}
