import { randomUUID } from 'node:crypto';
import { VisitorEvents } from '#domain/analytics/visitors/visitor-events';
import { Clock } from '#domain/clock';
import { type TestResponse, type RequestOptions, type TestApp, createTestApp, useTestApp } from '../../../support/app/test-app';
import { dumpDatabase } from '../../../support/app/served-endpoints';
import { anonymousHeaders, visitorCookieHeader } from '../../../support/app/test-users';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const VISITOR = '6f1d3c0e-0b51-4a6c-9a0d-0d8f1f6a2b11';

describe('POST /events', () => {
  const server = useTestApp();
  beforeEach(() => server.database.pool.query('truncate events, event_names, event_days, stored_events'));

  /** The options of a request by a browser that has our visitor cookie. */
  const asVisitor = (): RequestOptions => {
    const headers = anonymousHeaders(server.app);
    return { as: { headers: { ...headers, cookie: `${headers.cookie}; ${visitorCookieHeader(server.app, VISITOR)}` } } };
  };
  const postEvent = (body: unknown, headers: Record<string, string> = {}, call: RequestOptions = asVisitor()): Promise<TestResponse> =>
    server.request('POST', '/api/events', { ...call, body, headers: { 'user-agent': CHROME, ...headers } });
  const storedEvents = async () =>
    (await server.database.pool.query('select visitor, user_id, name, path, referrer, metadata from events order by id')).rows;
  const countedEvents = async () => (await server.database.pool.query('select name, count from event_days order by name')).rows;
  const visitorCookies = ({ headers }: TestResponse) =>
    [(headers['set-cookie'] as string | string[] | undefined) ?? []].flat().filter((cookie) => cookie.startsWith('visitor='));

  it('stores name, page, source, visitor and user, and returns 204 without a body', async () => {
    const anna = await server.createUser('free');
    const { status, text } = await postEvent(
      {
        name: 'page_view',
        _metadata: { path: '/boards?query=oak&page=2#top', referrer: 'https://www.google.com:8443/search?q=pins', view: 'table' },
      },
      { cookie: `${anna.headers.cookie}; ${visitorCookieHeader(server.app, VISITOR)}` },
      { as: anna },
    );
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(await storedEvents()).toEqual([
      { visitor: VISITOR, user_id: anna.id, name: 'page_view', path: '/boards', referrer: 'www.google.com', metadata: { view: 'table' } },
    ]);
  });

  it('only counts an event of a visitor whose id we did not issue, and issues one', async () => {
    const as = await server.createUser('free');
    for (const cookie of ['', `; visitor=${VISITOR}`, `; visitor=${VISITOR}.${'A'.repeat(43)}`, '; visitor=1-or-1']) {
      const response = await postEvent({ name: 'page_view' }, { cookie: as.headers.cookie + cookie }, { as });
      expect([cookie, response.status, visitorCookies(response).length]).toEqual([cookie, 204, 1]);
      expect(visitorCookies(response)[0]).toMatch(/^visitor=[\da-f-]{36}\.[\w-]{43}; Path=\/; Max-Age=34128000; SameSite=Lax; HttpOnly/);
      expect(visitorCookies(response)[0]).not.toContain(VISITOR);
    }
    expect(await storedEvents()).toEqual([]);
    expect(await countedEvents()).toEqual([{ name: 'page_view', count: 4 }]);
  });

  it.each([
    ['a bot', { 'user-agent': BOT }],
    ['a client without a user agent', { 'user-agent': '' }],
    ['a prefetched page', { 'sec-purpose': 'prefetch;prerender' }],
    ['a page prefetched by an older browser', { purpose: 'prefetch' }],
    ['a browser with Global Privacy Control', { 'sec-gpc': '1' }],
    ['a browser with Do Not Track', { dnt: '1' }],
  ])('stores nothing and sets no cookie for %s', async (_sender, headers) => {
    const response = await postEvent({ name: 'page_view', _metadata: { path: '/' } }, headers, {});
    expect({ status: response.status, cookies: visitorCookies(response), rows: await storedEvents() }).toEqual({
      status: 204,
      cookies: [],
      rows: [],
    });
  });

  it('deletes the id of a browser that no longer wants to be tracked', async () => {
    const { headers } = await server.createUser('free');
    const response = await postEvent(
      { name: 'page_view' },
      { cookie: `${headers.cookie}; ${visitorCookieHeader(server.app, VISITOR)}`, 'sec-gpc': '1' },
      { as: { headers } },
    );
    expect(visitorCookies(response)[0]).toContain('visitor=; Path=/; Max-Age=0');
    expect(await storedEvents()).toEqual([]);
  });

  it('stores the IP address of a visitor nowhere', async () => {
    const ipAddress = '203.0.113.77';
    const { app } = server;
    const { headers } = await server.createUser('free');
    const response = await app.inject({
      method: 'POST',
      url: '/api/events',
      remoteAddress: ipAddress,
      headers: {
        ...headers,
        cookie: `${headers.cookie}; ${visitorCookieHeader(app, VISITOR)}`,
        'user-agent': CHROME,
        'x-forwarded-for': ipAddress,
      },
      payload: { name: 'page_view', _metadata: { path: '/' } },
    });
    expect(response.statusCode).toBe(204);
    expect(await storedEvents()).toHaveLength(1);
    const dump = await dumpDatabase(server.database.pool, []);
    expect([dump.includes('== events_rest'), dump.includes(ipAddress)]).toEqual([true, false]);
  });

  it.each([
    ['large metadata', { name: 'a', _metadata: { text: 'é'.repeat(1_020) } }, /^_metadata must be at most 2 KB/],
    ['an unknown field', { name: 'a', at: '2020-01-01' }, /./],
  ])('rejects %s and names the field', async (_case, body, message) => {
    const response = await postEvent(body);
    expect(response.status).toBe(400);
    expect(response.body['code']).toBe('invalid_input');
    expect(String(response.body['error'])).toMatch(message);
    expect(await storedEvents()).toEqual([]);
  });

  it('removes control characters and lone surrogates', async () => {
    const { status } = await postEvent({
      name: 'a',
      _metadata: { path: '/a\u0000b', referrer: 'x\u0000', 'k\u0007': ['\ud800\u0000 fine'] },
    });
    expect(status).toBe(204);
    expect(await storedEvents()).toMatchObject([{ path: '/ab', referrer: null, metadata: { k: [' fine'] } }]);
  });

  describe('within the limits of a minute', () => {
    let limited: TestApp;
    beforeAll(async () => void (limited = await createTestApp(server.database.url, { settings: { RATE_LIMITS: '' } })));

    it('accepts 60 events per minute from a visitor', async () => {
      const { headers } = await limited.createUser('free');
      const call = {
        as: { headers },
        body: { name: 'a' },
        headers: { cookie: `${headers.cookie}; ${visitorCookieHeader(server.app, VISITOR)}`, 'user-agent': CHROME },
      };
      const statuses = await Promise.all(
        Array.from({ length: 61 }, async () => (await limited.request('POST', '/api/events', call)).status),
      );
      expect(statuses.filter((status) => status === 204)).toHaveLength(60);
      expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    });

    it('accepts 60 events per minute from the unknown visitors of a client IP, whatever ids they make up', async () => {
      const { headers } = await limited.createUser('free');
      const statuses = await Promise.all(
        Array.from({ length: 70 }, async () => {
          const cookie = `${headers.cookie}; visitor=${randomUUID()}.${'A'.repeat(43)}`;
          return (
            await limited.request('POST', '/api/events', {
              as: { headers },
              body: { name: 'a' },
              headers: { cookie, 'user-agent': CHROME },
            })
          ).status;
        }),
      );
      expect(statuses.filter((status) => status === 204)).toHaveLength(60);
    });
  });

  it('accepts only so many events a day from a client IP, however many visitor ids we issued to it', async () => {
    const limited = await createTestApp(server.database.url, { settings: { RATE_LIMITS: 'events-day=3/86400' } });
    const { cookie, ...headers } = anonymousHeaders(server.app);
    const statuses: number[] = [];
    for (let count = 0; count < 5; count++) {
      const as = { headers: { ...headers, cookie: `${cookie}; ${visitorCookieHeader(server.app, randomUUID())}` } };
      statuses.push((await limited.request('POST', '/api/events', { as, body: { name: 'a' }, headers: { 'user-agent': CHROME } })).status);
    }
    await limited.close();
    expect(statuses).toEqual([204, 204, 204, 429, 429]);
  });

  it('stores the time of the server, whatever the client sends', async () => {
    const before = server.app.get(Clock).now();
    await postEvent({ name: 'a', _metadata: { at: '1999-01-01' } });
    const { rows } = await server.database.pool.query<{ at: Date }>('select at from events');
    expect(rows[0]!.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(rows[0]!.at.getTime()).toBeLessThanOrEqual(server.app.get(Clock).now().getTime());
  });

  it('returns 503 and stores nothing while events cannot be stored', async () => {
    await server.database.pool.query('alter table events rename to events_away');
    const responses = await Promise.all([postEvent({ name: 'a' }), postEvent({ name: 'b' })]);
    await server.database.pool.query('alter table events_away rename to events');
    expect(responses.map(({ status, body }) => [status, body['code']])).toEqual([
      [503, 'unavailable'],
      [503, 'unavailable'],
    ]);
    expect(await storedEvents()).toEqual([]);
    expect((await postEvent({ name: 'a' })).status).toBe(204);
  });

  it('stores queued events before it shuts down', async () => {
    const closing = await createTestApp(server.database.url);
    const event = { name: 'last_words', visitor: VISITOR, user_id: null, path: null, referrer: null, metadata: null };
    const recorded = closing.app.get(VisitorEvents, { strict: false }).record(event);
    await closing.close();
    await recorded;
    expect(await storedEvents()).toMatchObject([{ name: 'last_words' }]);
  });
});
