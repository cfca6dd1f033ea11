import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { useTestApp } from '../../../support/app/test-app';
import { comparableFigures, figuresFromEvents } from '../../../support/database/raw-visitor-figures';
import { insertEntity } from '../../../support/database/insert-entity';
import { type TestUser, openSession, visitorCookieHeader } from '../../../support/app/test-users';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const visitorId = (number: number): string => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;

describe('GET /analytics/dashboard', () => {
  const server = useTestApp();
  let admin: TestUser;
  let time: Date;

  beforeAll(async () => {
    time = new Date('2026-03-31T23:59:00.000Z');
    server.app.get(Clock).now = () => time;
    admin = await server.createUser('admin');
  });

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
    const { headers } = admin;
    const { status } = await server.request('POST', '/api/events', {
      as: admin,
      body: { name, _metadata: metadata },
      headers: { cookie: `${headers.cookie}; ${visitorCookieHeader(server.app, visitorId(visitor))}`, 'user-agent': CHROME },
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

  it.each(['8', 'all', '7&days=30'])('rejects days=%s and names the field', async (days) => {
    const { status, body } = await getDashboard(`?days=${days}`);
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'days must be 7, 30 or 90' });
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
