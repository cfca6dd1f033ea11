import { Client } from 'pg';
import { Postgres } from '#server/database/postgres';
import { type TestResponse, type TestAppWithDatabase, createTestAppWithDatabase } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';

describe('R4 a database whose connections are all taken', () => {
  let site: TestAppWithDatabase;
  let person: TestUser;
  beforeAll(async () => {
    site = await createTestAppWithDatabase();
    person = await site.createUser('free');
  });
  afterAll(() => site.close());

  /** Twenty sessions that want this table for themselves; the first has it, the others wait for it. */
  async function lockWithTwentyConnections(table: string): Promise<() => Promise<unknown>> {
    const clients = Array.from({ length: 20 }, () => new Client({ connectionString: site.database.url }));
    for (const client of clients) client.on('error', () => undefined);
    await Promise.all(clients.map((client) => client.connect()));
    const [first, ...others] = clients;
    await first!.query(`begin; lock table ${table}`);
    for (const client of others) client.query(`begin; lock table ${table}`).catch(() => undefined);
    return () => Promise.all(clients.map((client) => client.end()));
  }

  it('R4 is given up after seconds, not minutes', async () => {
    const { rows } = await site.app
      .get(Postgres)
      .pool.query(
        `select name, setting::int from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by 1`,
      );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: 15_000 },
      { name: 'lock_timeout', setting: 3_000 },
      { name: 'statement_timeout', setting: 5_000 },
    ]);
    expect(site.app.get(Postgres).pool.options).toMatchObject({ max: 10, connectionTimeoutMillis: 3_000 });
  });

  it('R4 lets a hundred wait and refuses others at once, while the process is known to live', async () => {
    const free = await lockWithTwentyConnections('sessions');
    const getSession = () => site.request('GET', '/api/sessions', { as: person });
    const { pool } = site.app.get(Postgres);
    const waiting: Promise<TestResponse>[] = [];
    while (pool.totalCount < 10 || pool.waitingCount < 100) {
      waiting.push(getSession());
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { status, headers, body } = await getSession();
    expect([status, headers['retry-after'], body['code']]).toEqual([503, '5', 'unavailable']);
    expect(body['error']).toBe('Too many are asking at once. Please try again in a moment.');
    expect((await site.request('GET', '/healthz')).status).toBe(200);
    // A crowd is not sent on to where it would be one too.
    expect((await site.request('GET', '/readyz')).status).toBe(200);
    // None of these had to wait until the others were served.
    expect(pool.waitingCount).toBeGreaterThan(0);
    await free();
    await Promise.all(waiting);
    expect((await getSession()).body['user']).toMatchObject({ id: person.id });
  });
});
