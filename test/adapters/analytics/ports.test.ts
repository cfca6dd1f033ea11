import { entityTypes, variantOf } from '#domain/catalog/variants';
import { WriterScope } from '#domain/jobs/write-lock';
import { fillTopLists } from '#server/analytics/growth/postgres/fill-top-lists';
import { PostgresGrowthLedger } from '#server/analytics/growth/postgres/growth-ledger';
import { PostgresTopLists } from '#server/analytics/growth/postgres/top-lists';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readConfig } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { describeGrowthLedger } from '../../support/suites/growth-ledger';
import { describeTopPerformers, scoredEntities } from '../../support/suites/top-performers';

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

/** Gives every entity its rank by score, in each score column. */
const RANK_SQL = (entity: string) => `
  update ${entity}_scores s set rank = array_fill(o.rank, array[cardinality(s.score)]), previous_rank = array_fill(null::int, array[cardinality(s.score)])
  from (select _id, row_number() over (order by raw[1] desc, _id)::int rank from ${entity}_scores) o where o._id = s._id`;

describe('the top performers in Postgres', () => {
  describeTopPerformers(async () => {
    for (const { entity, score, ...fields } of scoredEntities) {
      await insertEntity(database.pool, variantOf[entity], { ...fields, ...(score === null ? {} : { momentum: score }) });
    }
    await updateCatalogStats(database.pool);
    await inTransaction(database.pool, async (client) => {
      for (const entity of entityTypes) {
        await client.query(RANK_SQL(entity));
        await fillTopLists(client, entity, `${entity}_scores`);
      }
    });
    return new PostgresTopLists(postgres);
  });
});
