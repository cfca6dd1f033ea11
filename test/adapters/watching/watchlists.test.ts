import { TypeormWatchlists } from '#server/watching/typeorm/watchlists';
import { createTypeormDatabase, type TypeormDatabase } from '../../support/database/typeorm-database';
import { describeWatchlists } from '../../support/ports/watchlists';

let database: TypeormDatabase;
beforeAll(async () => void (database = await createTypeormDatabase()));
afterAll(() => database.close());

describeWatchlists('watchlists in Postgres', async () => ({
  watchlists: new TypeormWatchlists(database.dataSource),
  createUser: () => database.insertUser(),
}));
