import type { MigrationInterface, QueryRunner } from 'typeorm';

const entities = ['board', 'pinner', 'pin'] as const;

/**
 * Moves the times of the last crawls from the texts to the metrics. Writing the metrics again, in order, takes less time and log than
 * updating each row with its indexes.
 */
export class CrawlTimes1790000044000 implements MigrationInterface {
  name = 'CrawlTimes1790000044000';

  async up(runner: QueryRunner): Promise<void> {
    for (const entity of entities) {
      const [metrics, texts] = [`${entity}_metrics`, `${entity}s`];
      const indexes = (await runner.query(
        `select pg_get_indexdef(indexrelid) definition from pg_index where indrelid = $1::regclass and not indisprimary`,
        [metrics],
      )) as { definition: string }[];
      await runner.query(`
        create table crawled_metrics (like ${metrics} including defaults including storage);
        alter table crawled_metrics add last_crawled_at timestamptz;
        insert into crawled_metrics select m.*, t.last_crawled_at from ${metrics} m left join ${texts} t on t._id = m._id order by m._id;
        drop table ${metrics};
        alter table crawled_metrics rename to ${metrics};
        alter table ${metrics} add primary key (_id);
        create index ${entity}_metrics_uncrawled on ${metrics} (_id) where last_crawled_at is null;
        create index ${entity}_metrics_crawled on ${metrics} (last_crawled_at) where last_crawled_at is not null;
        ${indexes.map(({ definition }) => `${definition};`).join('\n')}
        alter table ${texts} drop column last_crawled_at;
        analyze ${metrics};
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const entity of entities) {
      const [metrics, texts] = [`${entity}_metrics`, `${entity}s`];
      await runner.query(`
        alter table ${texts} add last_crawled_at timestamptz;
        update ${texts} t set last_crawled_at = m.last_crawled_at from ${metrics} m where m._id = t._id and m.last_crawled_at is not null;
        create index ${texts}_uncrawled on ${texts} (_id) where last_crawled_at is null;
        create index ${texts}_crawled on ${texts} (last_crawled_at) where last_crawled_at is not null;
        alter table ${metrics} drop column last_crawled_at;
      `);
    }
  }
}
