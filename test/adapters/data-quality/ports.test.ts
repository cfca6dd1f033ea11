import { randomUUID } from 'node:crypto';
import { variantOf } from '#domain/catalog/variants';
import { PostgresCleanups } from '#server/data-quality/postgres/cleanups';
import { Postgres } from '#server/database/postgres';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { type CleanupUser, describeCleanups } from '../../support/suites/cleanups';

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

async function insertUser(email: string): Promise<CleanupUser> {
  const id = randomUUID();
  await database.pool.query('insert into users (id, email, role_id, is_confirmed, created_at) values ($1, $2, 1, true, now())', [
    id,
    email,
  ]);
  return { id, email };
}

describe('cleanups in Postgres', () => {
  describeCleanups(async () => {
    const cleanups = new PostgresCleanups(postgres, { REMOVED_ROWS_DAYS: 30 });
    cleanups.batchRows = 2;
    return {
      cleanups,
      users: [await insertUser('first@people.test'), await insertUser('second@people.test')],
      addEntities: async (entities) => {
        for (const { entity_type, _id, issues } of entities) {
          await insertEntity(database.pool, variantOf[entity_type], {
            _id,
            follower_count: issues.includes('all_zero') ? 0 : 5,
            searchable: !issues.includes('not_searchable'),
            ...(issues.includes('never_crawled') ? { last_crawled_at: null } : {}),
          });
        }
        await updateCatalogStats(database.pool);
      },
      remainingBoards: async () =>
        (await database.pool.query<{ _id: string }>('select _id from boards order by 1')).rows.map(({ _id }) => _id),
    };
  });
});
