import { variantOf } from '#domain/catalog/variants';
import { WriterScope } from '#domain/jobs/write-lock';
import { PostgresGrowthLedger } from '#server/analytics/growth/postgres/growth-ledger';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readConfig } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { insertEntity } from '../../support/database/insert-entity';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { describeGrowthLedger } from '../../support/suites/growth-ledger';

let database: TestDatabase;
let postgres: Postgres;
beforeEach(async () => {
  database = await createTestDatabase();
  postgres = new Postgres(database.url);
});
afterEach(async () => {
  await postgres.close();
  await database.close();
});

describe('the growth ledger in Postgres', () => {
  describeGrowthLedger(async () => ({
    ledger: new PostgresGrowthLedger(postgres),
    addSeries: async (entity, ids) => {
      for (const _id of ids)
        await insertEntity(database.pool, variantOf[entity], { _id, series: { at: [29_000_000], follower_count: [5] } });
    },
    setTotals: async (total) => void (await database.pool.query('update catalog_stats set total = $1', [total])),
    buildLists: (lists) => new PostgresReadModel(postgres, readConfig({ NODE_ENV: 'test' })).prepareNext(new WriterScope(), lists, 'next'),
  }));
});
