import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Read models know the scripts of titles by an earlier rule, and are rebuilt. */
export class ScriptsAgain1790000028120 implements MigrationInterface {
  name = 'ScriptsAgain1790000028120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('update catalog_stats set behind = true where generation is not null');
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
