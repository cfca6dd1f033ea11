import type { MigrationInterface, QueryRunner } from 'typeorm';

const entities = ['board', 'pinner', 'pin'];

/** What beginnings of words are looked up with. */
export class Beginnings1790000003000 implements MigrationInterface {
  name = 'Beginnings1790000003000';

  async up(runner: QueryRunner): Promise<void> {
    // The union of sorted arrays of ranks; quickest from the shortest to the longest.
    await runner.query(`create aggregate united_ranks(int[]) (sfunc = _int_union, stype = int[], initcond = '{}')`);
    // One or two letters begin thousands of words, of which the most frequent ones are wanted.
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
