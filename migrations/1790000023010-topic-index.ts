import type { MigrationInterface, QueryRunner } from 'typeorm';

const lists = ['boards', 'pinners', 'pins'];

/** Lists without a read model find the rows of a topic by an index. */
export class TopicIndex1790000023010 implements MigrationInterface {
  name = 'TopicIndex1790000023010';

  async up(runner: QueryRunner): Promise<void> {
    for (const list of lists) await runner.query(`create index ${list}_topics on ${list} using gin (lower_ascii(topics))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const list of lists) await runner.query(`drop index ${list}_topics`);
  }
}
