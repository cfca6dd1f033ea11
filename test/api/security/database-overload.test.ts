import { Client } from 'pg';
import { Postgres } from '#server/database/postgres';
import { type TestResponse, useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';

describe('a database without free connections', () => {
  const site = useTestApp();
  let user: TestUser;
  beforeAll(async () => {
    user = await site.createUser('free');
  });

  /** Opens twenty connections that lock a table: the first holds the lock, the others wait for it. */
  async function lockWithTwentyConnections(table: string): Promise<() => Promise<unknown>> {
    const clients = Array.from({ length: 20 }, () => new Client({ connectionString: site.database.url }));
    for (const client of clients) client.on('error', () => undefined);
    await Promise.all(clients.map((client) => client.connect()));
    const [first, ...others] = clients;
    await first!.query(`begin; lock table ${table}`);
    for (const client of others) client.query(`begin; lock table ${table}`).catch(() => undefined);
    return () => Promise.all(clients.map((client) => client.end()));
  }

  it('has timeouts of seconds', async () => {
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

  it('queues a hundred requests and refuses the rest immediately, while the health checks pass', async () => {
    const releaseLock = await lockWithTwentyConnections('sessions');
    const getSession = () => site.request('GET', '/api/sessions', { as: user });
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
    // Overload does not move the traffic to the other instances.
    expect((await site.request('GET', '/readyz')).status).toBe(200);
    // The health checks did not wait for the queue.
    expect(pool.waitingCount).toBeGreaterThan(0);
    await releaseLock();
    await Promise.all(waiting);
    expect((await getSession()).body['user']).toMatchObject({ id: user.id });
  });
});
