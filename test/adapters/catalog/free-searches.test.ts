import { PostgresFreeSearches } from '#server/catalog/free-searches/postgres/free-searches';
import { deleteExpiredAuthData } from '#server/auth/postgres/expired-auth-data';
import { LockScope } from '#domain/jobs/lock-scope';
import { useTestDatabase } from '../../support/database/test-database';

describe('the table of free searches', () => {
  const database = useTestDatabase();
  let port: PostgresFreeSearches;
  let userCount = 0;
  beforeAll(async () => {
    port = new PostgresFreeSearches(database.postgres);
  });

  const createUser = async (): Promise<string> => {
    const { rows } = await database.pool.query<{ id: string }>(
      'insert into users (email, is_confirmed, created_at) values ($1, true, now()) returning id',
      [`user-${++userCount}@example.com`],
    );
    return rows[0]?.id ?? '';
  };

  it('counts a search once per user and day', async () => {
    const [one, other] = [await createUser(), await createUser()];
    expect(await port.findCount(one, 7)).toBe(0);
    expect([await port.count(one, 7, 'a', 5), await port.count(one, 7, 'a', 5), await port.count(one, 7, 'b', 5)]).toEqual([1, 1, 2]);
    expect([await port.count(other, 7, 'a', 5), await port.count(one, 8, 'a', 5)]).toEqual([1, 1]);
    expect([await port.findCount(one, 7), await port.findCount(other, 7), await port.findCount(one, 8)]).toEqual([2, 1, 1]);
  });

  it('counts none beyond the limit, and returns those of the day again', async () => {
    const user = await createUser();
    expect([await port.count(user, 7, 'a', 1), await port.count(user, 7, 'b', 1), await port.count(user, 7, 'a', 1)]).toEqual([1, null, 1]);
    expect(await port.findCount(user, 7)).toBe(1);
    // A lower limit, after a change of the setting.
    expect([await port.count(user, 7, 'b', 2), await port.count(user, 7, 'b', 1), await port.count(user, 7, 'c', 1)]).toEqual([2, 2, null]);
  });

  it('never exceeds the limit with concurrent searches', async () => {
    const user = await createUser();
    const counted = await Promise.all(Array.from({ length: 12 }, (_, index) => port.count(user, 9, `search ${index}`, 3)));
    expect(counted.filter((count) => count !== null).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    expect(await port.findCount(user, 9)).toBe(3);
  });

  it('loses past days with the hourly cleanup, and keeps today', async () => {
    const user = await createUser();
    const today = 20_000;
    for (const day of [today - 2, today - 1, today]) await port.count(user, day, 'a', 5);
    await deleteExpiredAuthData(database.postgres, new LockScope(), new Date(today * 86_400_000 + 1));
    expect([await port.findCount(user, today - 2), await port.findCount(user, today - 1), await port.findCount(user, today)]).toEqual([
      0, 0, 1,
    ]);
  });
});
