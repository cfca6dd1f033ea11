import { randomBytes, randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Postgres } from '#server/database/postgres';
import { createApp } from '#server/app';
import { readConfig } from '#server/config/config';
import { Unavailable } from '#domain/errors';
import { createClientFolder } from '../../support/app/client-folder';
import { testKeys } from '../../support/app/test-keys';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { anonymousHeaders } from '../../support/app/test-users';
import { useTestDatabase } from '../../support/database/test-database';
import { paddleNotice, paddleSettings, signNotice, subscriptionData } from '../../support/servers/paddle-notices';

const database = useTestDatabase();
let site: TestApp;

/** Without a schedule, whose queries would count as those of a request. */
const openSite = (limits: string) =>
  createTestApp(database.url, { settings: { ...paddleSettings, RATE_LIMITS: limits }, isScheduled: false });
beforeEach(async () => void (site = await openSite('')));
afterEach(async () => {
  jest.restoreAllMocks();
  await site.close();
});

const statusFrom = async (remoteAddress: string, url: string, headers: Readonly<Record<string, string>> = {}) =>
  (await site.app.inject({ url, remoteAddress, headers })).statusCode;
const spyOnQueries = () => jest.spyOn(site.app.get(Postgres).pool, 'query');

describe('a client that floods the site', () => {
  it('asks the database nothing with made-up session cookies', async () => {
    const query = spyOnQueries();
    for (const cookie of [`session=${randomBytes(32).toString('base64url')}`, `session=${'a'.repeat(43)}.${'b'.repeat(43)}`])
      expect(await statusFrom('203.0.113.7', '/api/users/me/sessions', { cookie })).toBe(401);
    expect(query).not.toHaveBeenCalled();
  });

  it('is refused before any query, whatever cookie it sends, and others are not', async () => {
    await site.close();
    // An hour instead of seconds: a busy machine may need long for the requests.
    site = await openSite('requests=100/3600');
    const { cookie } = anonymousHeaders(site.app);
    await Promise.all(Array.from({ length: 200 }, () => statusFrom('203.0.113.7', '/api/users/me/sessions')));
    const query = spyOnQueries();
    const refused = await site.app.inject({ url: '/api/users/me/sessions', remoteAddress: '203.0.113.7', headers: { cookie } });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too_many', errors: [expect.stringContaining('Too many attempts')] });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(query).not.toHaveBeenCalled();
    expect(await statusFrom('203.0.113.8', '/api/stats')).toBe(200);
    expect(await statusFrom('203.0.113.8', '/healthz')).toBe(200);
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
    const routes = servedRoutes(fastify.printRoutes({ commonPrefix: false })).filter(({ url }) => !/^\/(assets|api\/webhooks)\//.test(url));
    expect(routes.map(({ url }) => url)).toEqual(
      expect.arrayContaining(['/healthz', '/demo/own-data', '/demo/pictures/1/1', '/dev/mail', '/robots.txt', '/sitemap.xml', '/api/pins']),
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
