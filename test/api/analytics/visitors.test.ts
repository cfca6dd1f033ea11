import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { VisitorEvents } from '#domain/analytics/visitors/visitor-events';
import { useTestApp, type TestResponse, type RequestOptions, type TestApp, createTestApp } from '../../support/app/test-app';
import { comparableFigures, figuresFromEvents } from '../../support/database/raw-visitor-figures';
import { insertEntity } from '../../support/database/insert-entity';
import { type TestUser, openSession, visitorCookieHeader, anonymousHeaders } from '../../support/app/test-users';
import { dumpDatabase } from '../../support/app/served-endpoints';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const VISITOR = '6f1d3c0e-0b51-4a6c-9a0d-0d8f1f6a2b11';
/** The cookies of a user's browser that has the id of a visitor. */
const cookiesOf = ({ headers }: Pick<TestUser, 'headers'>, visitor = VISITOR) =>
  `${headers.cookie}; ${visitorCookieHeader(server.app, visitor)}`;
const visitorId = (number: number): string => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;

const server = useTestApp();

describe('GET /analytics/dashboard', () => {
  let admin: TestUser;
  let time: Date;

  beforeAll(async () => {
    time = new Date('2026-03-31T23:59:00.000Z');
    jest.spyOn(server.app.get(Clock), 'now').mockImplementation(() => time);
    admin = await server.createUser('admin');
  });
  afterAll(() => jest.restoreAllMocks());

  /** Sets the time and signs in again, because the session may have expired. */
  const setTime = async (timestamp: string) => {
    time = new Date(timestamp);
    admin = { ...admin, ...(await openSession(server.app, admin.id)) };
  };
  /** The dashboard with every event before this time: a response does not wait for a slow aggregation, and says so in `as_of`. */
  const getDashboard = async (query = '') => {
    for (;;) {
      const { status, body } = await server.request('GET', `/api/analytics/dashboard${query}`, { as: admin });
      if (status !== 200 || body.as_of === time.toISOString())
        return { status, body: body as unknown as SiteAnalytics & { error: string } };
    }
  };
  const reportEvent = async (visitor: number, name: string, metadata: Record<string, unknown>) => {
    const { status } = await server.request('POST', '/api/events', {
      as: admin,
      body: { name, _metadata: metadata },
      headers: { cookie: cookiesOf(admin, visitorId(visitor)), 'user-agent': CHROME },
    });
    expect(status).toBe(204);
  };

  it('returns zeros for every day without events, and estimates the previous period', async () => {
    const { status, body } = await getDashboard();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      days: 30,
      summary: { total_events: 0, unique_visitors: 0, registered_users: 1 },
      previous: { total_events: 0, unique_visitors: 0, registered_users: 1, estimated: true },
      events_by_type: {},
      top_pages: [],
      top_referrers: [],
      as_of: time.toISOString(),
    });
    expect(body.events_by_day).toHaveLength(30);
    expect(body.events_by_day.at(-1)).toEqual({ date: '2026-03-31', count: 0, visitors: 0, registrations: 1 });
  });

  it('includes events reported over HTTP at once, on both sides of midnight and of a month’s end', async () => {
    await setTime('2026-03-31T23:59:30.000Z');
    await Promise.all([
      reportEvent(1, 'page_view', { path: '/', referrer: 'https://www.google.com/' }),
      reportEvent(1, 'page_view', { path: '/boards?query=oak' }),
      reportEvent(1, 'search', { path: '/boards', query: 'oak' }),
      reportEvent(2, 'page_view', { path: '/', referrer: '' }),
    ]);
    const before = (await getDashboard('?days=7')).body;
    expect(before.summary).toMatchObject({ total_events: 4, unique_visitors: 2 });
    await setTime('2026-04-01T00:00:00.500Z');
    await Promise.all([
      reportEvent(2, 'page_view', { path: '/pins' }),
      reportEvent(3, 'page_view', { path: '/', referrer: 'https://t.co/x' }),
    ]);
    for (const days of [7, 30, 90] as const) {
      const { body } = await getDashboard(`?days=${days}`);
      expect(body.summary).toMatchObject({ total_events: 6, unique_visitors: 3 });
      expect(body.events_by_type).toEqual({ page_view: 5, search: 1 });
      expect(body.top_pages).toEqual([
        { path: '/', title: null, count: 3 },
        { path: '/boards', title: null, count: 1 },
        { path: '/pins', title: null, count: 1 },
      ]);
      expect(body.top_referrers).toEqual([
        { referrer: '', count: 1 },
        { referrer: 't.co', count: 1 },
        { referrer: 'www.google.com', count: 1 },
      ]);
      expect(body.events_by_day.slice(-2).map(({ count, visitors }) => [count, visitors])).toEqual([
        [4, 2],
        [2, 2],
      ]);
      expect(comparableFigures(body)).toEqual(await figuresFromEvents(server.database.pool, days, dayOf(time)));
    }
  });

  it('returns the real previous period once events reach back that far', async () => {
    await setTime('2026-04-13T08:00:00Z');
    await reportEvent(9, 'page_view', { path: '/' });
    expect((await getDashboard('?days=7')).body.previous).toEqual({
      total_events: 6,
      unique_visitors: 3,
      registered_users: 1,
      estimated: false,
    });
    expect((await getDashboard('?days=30')).body.previous.estimated).toBe(true);
  });

  it('names the entities whose pages were viewed, also those without a name, and no others', async () => {
    const { pool } = server.database;
    await insertEntity(pool, 'boards', { _id: 'at:b1', name: 'Cakes' });
    await insertEntity(pool, 'pinners', { _id: 'p1', name: null, username: 'mira_makes' });
    await insertEntity(pool, 'pins', { _id: 'x1', name: null, description: 'Plum cake. Bake it.' });
    const paths = ['/board/at%3Ab1', '/pinner/p1', '/pin/x1', '/pin/gone', '/board/%00', '/board/%'];
    for (const path of paths) await reportEvent(1, 'page_view', { path });
    const titles = new Map((await getDashboard('?days=7')).body.top_pages.map(({ path, title }) => [path, title]));
    expect(paths.map((path) => titles.get(path))).toEqual(['Cakes', 'mira_makes', 'Plum cake.', null, null, null]);
  });

  it('returns the views of a page and the visits from a source by day, without the days before our first event', async () => {
    const getDaily = async (query: string) => (await server.request('GET', `/api/analytics/daily?${query}`, { as: admin })).body;
    const zeros = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => ({ date: `2026-04-${String(from + index).padStart(2, '0')}`, count: 0 }));
    expect(await getDaily('page=/&days=7')).toEqual({
      by_day: [...zeros(7, 12), { date: '2026-04-13', count: 1 }],
      previous_days: [{ date: '2026-03-31', count: 2 }, { date: '2026-04-01', count: 1 }, ...zeros(2, 6)],
    });
    expect(await getDaily('source=')).toEqual({ by_day: [{ date: '2026-03-31', count: 1 }, ...zeros(1, 13)], previous_days: [] });
  });

  it.each([
    ['', 'page or source must be given, and not both'],
    ['page=/&source=t.co', 'page or source must be given, and not both'],
    ['page=/&page=/pins', 'page must be given once'],
  ])('rejects ?%s for the counts by day', async (query, error) => {
    const { status, body } = await server.request('GET', `/api/analytics/daily?${query}`, { as: admin });
    expect({ status, error: body.error }).toEqual({ status: 400, error });
  });
});

describe('POST /events', () => {
  beforeEach(() => server.sql('truncate events, event_names, event_days, stored_events'));

  /** The options of a request by a browser that has our visitor cookie. */
  const asVisitor = (): RequestOptions => {
    const headers = anonymousHeaders(server.app);
    return { as: { headers: { ...headers, cookie: cookiesOf({ headers }) } } };
  };
  const postEvent = (body: unknown, headers: Record<string, string> = {}, call: RequestOptions = asVisitor()): Promise<TestResponse> =>
    server.request('POST', '/api/events', { ...call, body, headers: { 'user-agent': CHROME, ...headers } });
  const storedEvents = async () => await server.sql('select visitor, user_id, name, path, referrer, metadata from events order by id');
  const countedEvents = async () => await server.sql('select name, count from event_days order by name');
  const visitorCookies = ({ headers }: TestResponse) =>
    [(headers['set-cookie'] as string | string[] | undefined) ?? []].flat().filter((cookie) => cookie.startsWith('visitor='));

  it('stores name, page, source, visitor and user, and returns 204 without a body', async () => {
    const anna = await server.createUser('free');
    const { status, text } = await postEvent(
      {
        name: 'page_view',
        _metadata: { path: '/boards?query=oak&page=2#top', referrer: 'https://www.google.com:8443/search?q=pins', view: 'table' },
      },
      { cookie: cookiesOf(anna) },
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
    const as = await server.createUser('free');
    const response = await postEvent({ name: 'page_view' }, { cookie: cookiesOf(as), 'sec-gpc': '1' }, { as });
    expect(visitorCookies(response)[0]).toContain('visitor=; Path=/; Max-Age=0');
    expect(await storedEvents()).toEqual([]);
  });

  it('stores the IP address of a visitor nowhere', async () => {
    const ipAddress = '203.0.113.77';
    const user = await server.createUser('free');
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/events',
      remoteAddress: ipAddress,
      headers: { ...user.headers, cookie: cookiesOf(user), 'user-agent': CHROME, 'x-forwarded-for': ipAddress },
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
      const as = await limited.createUser('free');
      const call = { as, body: { name: 'a' }, headers: { cookie: cookiesOf(as), 'user-agent': CHROME } };
      const statuses = await Promise.all(
        Array.from({ length: 61 }, async () => (await limited.request('POST', '/api/events', call)).status),
      );
      expect(statuses.filter((status) => status === 204)).toHaveLength(60);
      expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    });

    it('accepts 60 events per minute from the unknown visitors of a client IP, whatever ids they make up', async () => {
      const as = await limited.createUser('free');
      const statuses = await Promise.all(
        Array.from({ length: 70 }, async () => {
          const cookie = `${as.headers.cookie}; visitor=${randomUUID()}.${'A'.repeat(43)}`;
          const call = { as, body: { name: 'a' }, headers: { cookie, 'user-agent': CHROME } };
          return (await limited.request('POST', '/api/events', call)).status;
        }),
      );
      expect(statuses.filter((status) => status === 204)).toHaveLength(60);
    });
  });

  it('accepts only so many events a day from a client IP, however many visitor ids we issued to it', async () => {
    const limited = await createTestApp(server.database.url, { settings: { RATE_LIMITS: 'events-day=3/86400' } });
    const headers = anonymousHeaders(server.app);
    const statuses: number[] = [];
    for (let count = 0; count < 5; count++) {
      const as = { headers: { ...headers, cookie: cookiesOf({ headers }, randomUUID()) } };
      statuses.push((await limited.request('POST', '/api/events', { as, body: { name: 'a' }, headers: { 'user-agent': CHROME } })).status);
    }
    await limited.close();
    expect(statuses).toEqual([204, 204, 204, 429, 429]);
  });

  it('stores the time of the server, whatever the client sends', async () => {
    const before = server.app.get(Clock).now();
    await postEvent({ name: 'a', _metadata: { at: '1999-01-01' } });
    const rows = await server.sql<{ at: Date }>('select at from events');
    expect(rows[0]!.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(rows[0]!.at.getTime()).toBeLessThanOrEqual(server.app.get(Clock).now().getTime());
  });

  it('returns 503 and stores nothing while events cannot be stored', async () => {
    await server.sql('alter table events rename to events_away');
    const responses = await Promise.all([postEvent({ name: 'a' }), postEvent({ name: 'b' })]);
    await server.sql('alter table events_away rename to events');
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
