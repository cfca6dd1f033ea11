import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { readConfig } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { boardPictureSeeds, describeBoardPictures } from '../../support/suites/board-pictures';
import { catalogClock } from '../../support/suites/catalog';

describe('the pictures of boards in Postgres', () => {
  let database: TestDatabase;
  let postgres: Postgres;

  beforeAll(async () => {
    database = await createTestDatabase();
    postgres = new Postgres(database.url);
    for (const { variant, fields } of boardPictureSeeds) await insertEntity(database.pool, variant, fields);
    await updateCatalogStats(database.pool);
  });
  afterAll(async () => {
    await postgres.close();
    await database.close();
  });

  describeBoardPictures(() => Promise.resolve(new PostgresCatalog(postgres, readConfig({ NODE_ENV: 'test' }), catalogClock)));
});
