import { Client } from 'pg';
import { Postgres } from '#server/database/postgres';
import { createTestApp, type TestApp, type TestResponse } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { FaultProxy, type Fault } from '../../support/database/fault-proxy';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

/** Shorter than in production, so that the test does not wait for long. */
const DEADLINE_MS = 800;

let database: TestDatabase;
let proxy: FaultProxy;
let site: TestApp;
let user: TestUser;
let pinId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pinId = await insertEntity(database.pool, 'pins');
  await updateCatalogStats(database.pool);
  proxy = await FaultProxy.start(database.url);
  // Without a schedule, whose transactions would count as those of a request.
  site = await createTestApp(proxy.url, { settings: { DATABASE_DEADLINE_MS: String(DEADLINE_MS) }, isScheduled: false });
  user = await site.createUser('free');
});

afterEach(() => proxy.setFault('none'));

afterAll(async () => {
  await site.close();
  await proxy.close();
  await database.close();
});

const viewPin = () => site.request('GET', `/api/pins/${pinId}`, { as: user });

/** Repeats a request until it succeeds. */
async function untilSuccess(send: () => Promise<TestResponse>): Promise<TestResponse> {
  for (;;) {
    const response = await send();
    if (response.status < 300) return response;
    expect(response.status).toBe(503);
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const statusesOf = async (sent: readonly Promise<TestResponse>[]) => new Set((await Promise.all(sent)).map(({ status }) => status));

describe('a database that does not answer', () => {
  it.each<Fault>(['stalled', 'black-hole', 'reset', 'refused'])('gets requests a 503, and is used again afterwards: %s', async (fault) => {
    // As many requests as there are connections, so that none is spared.
    await Promise.all(Array.from({ length: 12 }, viewPin));
    proxy.setFault(fault);
    const reads = Array.from({ length: 12 }, viewPin);
    const write = site.request('POST', '/api/auth/password/recover', { as: user, body: { email: user.email } });
    expect(await statusesOf([...reads, write])).toEqual(new Set([503]));
    expect((await site.request('GET', '/readyz')).status).toBe(503);
    expect((await site.request('GET', '/healthz')).status).toBe(200);
    proxy.setFault('none');
    // Each in its own time: on a busy machine twelve new connections at once may take longer than the deadline.
    await Promise.all(Array.from({ length: 12 }, () => untilSuccess(viewPin)));
  });

  it('keeps no connection that did not answer', async () => {
    const { pool } = site.app.get(Postgres);
    await Promise.all(Array.from({ length: 10 }, viewPin));
    proxy.setFault('stalled');
    await Promise.all(Array.from({ length: 10 }, viewPin));
    while (pool.waitingCount > 0 || pool.totalCount > pool.idleCount) await nextTurn();
    expect(pool.idleCount).toBeLessThan(10);
    proxy.setFault('none');
    await untilSuccess(viewPin);
  });

  it('ends a request of many slow statements at its deadline, and responds with 503', async () => {
    proxy.setFault('delayed');
    const registered = await site.request('POST', '/api/auth/register', {
      as: user,
      body: { email: 'slow@people.test', password: 'a long enough sentence' },
    });
    expect([registered.status, registered.headers['retry-after'], registered.body['code']]).toEqual([503, '5', 'not_ready']);
    proxy.setFault('none');
    await untilSuccess(viewPin);
  });
});

describe('the deadline of a request', () => {
  it('undoes what the request had begun', async () => {
    const { pool } = site.app.get(Postgres);
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('begin; lock table users');
    const credentials = { email: 'late@people.test', password: 'plum orchard in the rain' };
    expect((await site.request('POST', '/api/auth/register', { as: user, body: credentials })).status).toBe(503);
    await blocker.query('rollback');
    await blocker.end();
    while (pool.totalCount > pool.idleCount) await nextTurn();
    expect((await database.pool.query('select from users where email = $1', [credentials.email])).rowCount).toBe(0);
  });

  it('ends the wait for a lock, the statement, and the transaction in the database', async () => {
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('begin; lock table users');
    const signIn = site.request('POST', '/api/auth/login', { as: user, body: { email: user.email, password: 'a long enough sentence' } });
    expect((await signIn).status).toBe(503);
    const countWaiting = async () =>
      (await blocker.query<{ waiting: number }>('select count(*)::int waiting from pg_locks where not granted')).rows[0]?.waiting;
    while ((await countWaiting()) !== 0) await nextTurn();
    const countInTransaction = async () =>
      (
        await blocker.query(
          `select 1 from pg_stat_activity where datname = current_database() and application_name = 'corklight' and state like 'idle in transaction%'`,
        )
      ).rowCount;
    // The connection is closed after the response, which ends the transaction.
    while ((await countInTransaction()) !== 0) await nextTurn();
    expect(await countWaiting()).toBe(0);
    await blocker.query('rollback');
    await blocker.end();
    expect((await untilSuccess(viewPin)).status).toBe(200);
  });
});
