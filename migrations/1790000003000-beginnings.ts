import type { MigrationInterface, QueryRunner } from 'typeorm';

const entities = ['board', 'pinner', 'pin'];

/** Indexes and an aggregate for prefix matches. */
export class Beginnings1790000003000 implements MigrationInterface {
  name = 'Beginnings1790000003000';

  async up(runner: QueryRunner): Promise<void> {
    // The union of sorted arrays of ranks; fastest when aggregated from the shortest to the longest.
    await runner.query(`create aggregate united_ranks(int[]) (sfunc = _int_union, stype = int[], initcond = '{}')`);
    // Prefixes of one or two characters have thousands of terms, of which only the most frequent are used.
    for (const entity of entities) {
      await runner.query(`
        create index ${entity}_words_by_letter on ${entity}_words (left(term, 1), total desc, term);
        create index ${entity}_words_by_letters on ${entity}_words (left(term, 2), total desc, term);
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const entity of entities) await runner.query(`drop index ${entity}_words_by_letter, ${entity}_words_by_letters`);
    await runner.query(`drop aggregate united_ranks(int[])`);
  }
}
