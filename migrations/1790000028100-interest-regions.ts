import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The region that search interest is of, where the source names one. */
export class InterestRegions1790000028100 implements MigrationInterface {
  name = 'InterestRegions1790000028100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table search_interest add region text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table search_interest drop region');
  }
}
