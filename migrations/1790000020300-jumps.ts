import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of each entity that have the columns; those of the metrics are copies for the lists. */
const tables = ['board', 'pinner', 'pin'].flatMap((entity) => [`${entity}_scores`, `${entity}_metrics`]);

/** How the gain over 90 days came about, with the scores; null until the next recompute. */
export class Jumps1790000020300 implements MigrationInterface {
  name = 'Jumps1790000020300';

  async up(runner: QueryRunner): Promise<void> {
    // A staging table of the previous version lacks the columns; an interrupted recompute starts over.
    await runner.query(`delete from job_runs where job = 'growth stage' and slot = 'next'`);
    for (const table of tables) await runner.query(`alter table ${table} add jump_share real, add jumped_on integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from job_runs where job = 'growth stage' and slot = 'next'`);
    for (const table of tables) await runner.query(`alter table ${table} drop jump_share, drop jumped_on`);
  }
}
