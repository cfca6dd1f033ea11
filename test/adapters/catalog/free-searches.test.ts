import { PostgresFreeSearches } from '#server/catalog/free-searches/postgres/free-searches';
import { deleteExpiredAuthData } from '#server/auth/postgres/expired-auth-data';
import { LockScope } from '#domain/jobs/lock-scope';
import { Postgres } from '#server/database/postgres';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { describeFreeSearches } from '../../support/ports/free-searches';

describe('the table of free searches', () => {
  let database: TestDatabase;
  let postgres: Postgres;
  let userCount = 0;
  beforeAll(async () => {
    database = await createTestDatabase();
    postgres = new Postgres(database.url);
  });
  afterAll(async () => {
    await postgres.close();
    await database.close();
  });

  const createUser = async (): Promise<string> => {
    const { rows } = await database.pool.query<{ id: string }>(
      'insert into users (email, is_confirmed, created_at) values ($1, true, now()) returning id',
      [`user-${++userCount}@example.com`],
    );
    return rows[0]?.id ?? '';
  };

  describeFreeSearches(async () => ({ port: new PostgresFreeSearches(postgres), users: [await createUser(), await createUser()] }));

  it('loses past days with the hourly cleanup, and keeps today', async () => {
    const port = new PostgresFreeSearches(postgres);
    const user = await createUser();
    const today = 20_000;
    for (const day of [today - 2, today - 1, today]) await port.count(user, day, 'a', 5);
    await deleteExpiredAuthData(postgres, new LockScope(), new Date(today * 86_400_000 + 1));
    expect([await port.findCount(user, today - 2), await port.findCount(user, today - 1), await port.findCount(user, today)]).toEqual([
      0, 0, 1,
    ]);
  });
});
