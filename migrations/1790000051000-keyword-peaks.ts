import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The peak month of a keyword is counted, with the years in which it shows. The next nightly count fills it by the new rule. */
export class KeywordPeaks1790000051000 implements MigrationInterface {
  name = 'KeywordPeaks1790000051000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table keywords add column peak smallint');
    await runner.query('update keywords k set peak = r.peak from keyword_ranks r where r._id = k._id and r.peak is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table keywords drop column peak');
  }
}
