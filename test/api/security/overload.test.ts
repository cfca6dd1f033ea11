import { randomBytes, randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Client } from 'pg';
import { Postgres } from '#server/database/postgres';
import { createApp } from '#server/app';
import { readConfig } from '#server/config/config';
import { Unavailable } from '#domain/errors';
import { createClientFolder } from '../../support/app/client-folder';
import { testKeys } from '../../support/app/test-keys';
import { createTestApp, type TestApp, type TestResponse, useTestApp } from '../../support/app/test-app';
import { anonymousHeaders, type TestUser } from '../../support/app/test-users';
import { useTestDatabase, createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { paddleNotice, paddleSettings, signNotice, subscriptionData } from '../../support/servers/paddle-notices';
import { FaultProxy, type Fault } from '../../support/database/fault-proxy';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';

describe('a flood', () => {
  const database = useTestDatabase();
  let site: TestApp;

  /** Without a schedule, whose queries would count as those of a request. */
  const openSite = (limits: string) =>
    createTestApp(database.url, { settings: { ...paddleSettings, RATE_LIMITS: limits }, isScheduled: false });
  beforeAll(async () => void (site = await openSite('')));
  afterEach(() => jest.restoreAllMocks());

  const statusFrom = async (remoteAddress: string, url: string, headers: Readonly<Record<string, string>> = {}, { app } = site) =>
    (await app.inject({ url, remoteAddress, headers })).statusCode;
  const spyOnQueries = ({ app } = site) => jest.spyOn(app.get(Postgres).pool, 'query');

  describe('a client that floods the site', () => {
    it('asks the database nothing with made-up session cookies', async () => {
      const query = spyOnQueries();
      for (const cookie of [`session=${randomBytes(32).toString('base64url')}`, `session=${'a'.repeat(43)}.${'b'.repeat(43)}`])
        expect(await statusFrom('203.0.113.7', '/api/users/me/sessions', { cookie })).toBe(401);
      expect(query).not.toHaveBeenCalled();
    });

    it('is refused before any query, whatever cookie it sends, and others are not', async () => {
      // An hour instead of seconds: a busy machine may need long for the requests.
      const strict = await openSite('requests=100/3600');
      const { cookie } = anonymousHeaders(strict.app);
      await Promise.all(Array.from({ length: 200 }, () => statusFrom('203.0.113.7', '/api/users/me/sessions', {}, strict)));
      const query = spyOnQueries(strict);
      const refused = await strict.app.inject({ url: '/api/users/me/sessions', remoteAddress: '203.0.113.7', headers: { cookie } });
      expect(refused.statusCode).toBe(429);
      expect(refused.json()).toMatchObject({ code: 'too_many', errors: [expect.stringContaining('Too many attempts')] });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(query).not.toHaveBeenCalled();
      expect(await statusFrom('203.0.113.8', '/api/stats', {}, strict)).toBe(200);
      expect(await statusFrom('203.0.113.8', '/healthz', {}, strict)).toBe(200);
      await strict.close();
    });

    it('is refused when it changes its address within an IPv6 /48', async () => {
      const statuses = new Set<number>();
      for (let index = 0; index < 90; index++) {
        const { statusCode } = await site.app.inject({
          method: 'POST',
          url: '/api/auth/login',
          remoteAddress: `2001:db8:1:${(index * 256).toString(16)}::1`,
          headers: anonymousHeaders(site.app),
          payload: {},
        });
        statuses.add(statusCode);
        if (index < 80) expect([index, statusCode]).toEqual([index, 400]);
      }
      expect([...statuses]).toEqual([400, 429]);
      expect(await statusFrom('2001:db8:2::1', '/api/stats')).toBe(200);
    });

    it('costs no query, not even for its session, once it has reached the limit of sign-ins', async () => {
      const signInFrom = async (host: string) =>
        (
          await site.app.inject({
            method: 'POST',
            url: '/api/auth/login',
            remoteAddress: `2001:db8:3:${host}::1`,
            headers: anonymousHeaders(site.app),
            payload: {},
          })
        ).statusCode;
      for (let index = 0; index < 80; index++) await signInFrom((index * 256).toString(16));
      const query = spyOnQueries();
      expect(await signInFrom('ffff')).toBe(429);
      expect(query).not.toHaveBeenCalled();
    });

    it('makes one query a second at most with /readyz', async () => {
      await statusFrom('203.0.113.7', '/readyz');
      const query = spyOnQueries();
      const responses = await Promise.all(Array.from({ length: 50 }, () => statusFrom('203.0.113.7', '/readyz')));
      expect(new Set(responses)).toEqual(new Set([200]));
      expect(query.mock.calls.length).toBeLessThanOrEqual(1);
    });
  });

  describe('every route that is not a hashed asset', () => {
    /** The routes that the server itself lists, with a value for each parameter. */
    function servedRoutes(printed: string): { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string }[] {
      const path: string[] = [];
      return printed.split('\n').flatMap((line) => {
        const [, indent = '', segment, methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?/.exec(line) ?? [];
        if (segment === undefined) return [];
        path.splice(indent.length / 4, Infinity, segment);
        const url = path.join('').replaceAll(/:\w+/g, '1').replace('*', 'nothing/here');
        return methods.match(/GET|POST|PUT|PATCH|DELETE/g)?.map((method) => ({ method: method as 'GET', url })) ?? [];
      });
    }

    it('is counted: beyond its limit, a client costs no query', async () => {
      const client = await createClientFolder();
      const settings = { NODE_ENV: 'test', RATE_LIMITS: 'requests=3/3600,pages=3/3600,sitemaps=3/3600', ...testKeys };
      const app = await createApp(readConfig(settings), database.url, client.folder, undefined, false);
      await app.init();
      const fastify = app.getHttpAdapter().getInstance();
      await fastify.ready();
      const routes = servedRoutes(fastify.printRoutes({ commonPrefix: false })).filter(
        ({ url }) => !/^\/(assets|api\/webhooks)\//.test(url),
      );
      expect(routes.map(({ url }) => url)).toEqual(
        expect.arrayContaining([
          '/healthz',
          '/demo/own-data',
          '/demo/pictures/1/1',
          '/dev/mail',
          '/robots.txt',
          '/sitemap.xml',
          '/api/pins',
        ]),
      );
      const send = ({ method, url }: (typeof routes)[number], client_: number) =>
        fastify.inject({ method, url, remoteAddress: `10.0.${client_ >> 8}.${client_ & 255}` });
      for (let count = 0; count < 3; count++) await Promise.all(routes.map(send));
      const query = jest.spyOn(app.get(Postgres).pool, 'query');
      const statuses = await Promise.all(routes.map(async (route, index) => [route, (await send(route, index)).statusCode]));
      expect(statuses.filter(([, status]) => status !== 429)).toEqual([]);
      expect(query).not.toHaveBeenCalled();
      await app.close();
      await client.remove();
    });

    it('answers 503 when the queue for the database is full, also outside the API', async () => {
      jest.spyOn(site.app.get(Postgres).pool, 'query').mockRejectedValue(new Unavailable('busy') as never);
      expect(await statusFrom('203.0.113.7', '/demo/own-data')).toBe(503);
      expect(await statusFrom('203.0.113.7', '/api/settings')).toBe(503);
    });
  });

  describe('payment notices', () => {
    const postUnsigned = async () =>
      (await site.app.inject({ method: 'POST', url: '/api/webhooks/paddle', remoteAddress: '203.0.113.7', payload: {} })).statusCode;

    const postSigned = async (payload: string) => {
      const headers = { 'content-type': 'application/json', 'paddle-signature': signNotice(payload) };
      return (await site.app.inject({ method: 'POST', url: '/api/webhooks/paddle', remoteAddress: '203.0.113.7', headers, payload }))
        .statusCode;
    };

    it('arrive while unsigned ones flood the site, even from the same client IP', async () => {
      const statuses: number[] = [];
      for (let count = 0; count < 60; count++) statuses.push(await postUnsigned());
      statuses.push(...(await Promise.all(Array.from({ length: 240 }, postUnsigned))));
      expect(statuses.filter((status) => status === 400)).toHaveLength(60);
      expect(statuses.filter((status) => status === 429)).toHaveLength(240);
      for (let count = 0; count < 150; count++) {
        const notice = paddleNotice('subscription.updated', subscriptionData({ id: `sub_${randomUUID()}` }));
        expect(await postSigned(JSON.stringify(notice))).toBe(200);
      }
    });
  });
});

describe('a silent database', () => {
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
    it.each<Fault>(['stalled', 'black-hole', 'reset', 'refused'])(
      'gets requests a 503, and is used again afterwards: %s',
      async (fault) => {
        // As many requests as there are connections, so that none is spared.
        await Promise.all(Array.from({ length: 12 }, viewPin));
        proxy.setFault(fault);
        const reads = Array.from({ length: 12 }, viewPin);
        const write = site.request('POST', '/api/auth/password/recover', { as: user, body: { email: user.email } });
        expect(await statusesOf([...reads, write])).toEqual(new Set([503]));
        expect((await write).text).not.toMatch(/postgres|sql|select|at .*\.ts|node_modules|t_[\da-f]{16}/i);
        expect((await site.request('GET', '/readyz')).status).toBe(503);
        expect((await site.request('GET', '/healthz')).status).toBe(200);
        proxy.setFault('none');
        // Each in its own time: on a busy machine twelve new connections at once may take longer than the deadline.
        await Promise.all(Array.from({ length: 12 }, () => untilSuccess(viewPin)));
      },
    );

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
      const body = { code: 'not_ready', error: 'This took too long. Please try again in a moment.' };
      expect(registered).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body });
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
});

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

describe('a database whose disk is full', () => {
  const site = useTestApp({ settings: { RATE_LIMITS: '' } });
  let user: TestUser;
  let pinId: string;
  beforeAll(async () => {
    // Limits are on, because some of them are written with every read.
    pinId = await insertEntity(site.database.pool, 'pins');
    await updateCatalogStats(site.database.pool);
    user = await site.createUser('free');
    await site.sql(`update sessions set seen_at = seen_at - interval '1 hour'`);
  });

  /** Every statement that writes fails as it does without room for another page, or in a database that was made read-only before that. */
  async function fillDisk(code: string): Promise<() => Promise<unknown>> {
    const { pool } = site.database;
    await pool.query(`create function refuse_write() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '${code}'; end $$`);
    await pool.query(`do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create trigger full_disk before insert or update on %I execute function refuse_write()', name);
      end loop; end $$`);
    return () => pool.query('drop function refuse_write cascade');
  }

  const listConnections = async () => {
    const rows = await site.sql<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'corklight' order by pid`,
    );
    return rows.map(({ pid }) => pid);
  };

  it.each(['53100', '25006'])('is read without a failure, refuses writes with 503, and keeps its connections: %s', async (code) => {
    const { pool } = site.app.get(Postgres);
    await Promise.all(Array.from({ length: 10 }, () => pool.query('select pg_sleep(0.05)')));
    const connections = await listConnections();
    const freeDisk = await fillDisk(code);
    const reads = [
      '/api/pins',
      `/api/pins/${pinId}`,
      '/api/sessions',
      '/api/users/me/subscription',
      '/api/checkout',
      '/api/stats',
      '/readyz',
    ];
    for (const path of reads)
      expect({ path, status: (await site.request('GET', path, { as: user })).status }).toEqual({ path, status: 200 });
    expect((await site.request('GET', '/api/sessions', { as: user })).body['user']).toMatchObject({ id: user.id });
    const writes = [
      () => site.request('PATCH', '/api/sessions', { as: user, body: { sscid: 'customer-1' } }),
      () => site.request('POST', '/api/auth/register', { body: { email: 'new@people.test', password: 'plum orchard in the rain' } }),
      () => site.request('POST', '/api/auth/password/recover', { body: { email: user.email } }),
    ];
    for (const write of writes) {
      const { status, body } = await write();
      expect([status, body['error']]).toEqual([503, "We can't save anything at the moment. Please try again later."]);
    }
    expect(await listConnections()).toEqual(connections);
    await freeDisk();
    expect((await writes[0]!()).status).toBe(200);
  });
});
