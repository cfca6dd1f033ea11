import { parseDay } from '#domain/days';
import { type TestApp, createTestApp } from '../../support/app/test-app';
import { useTestDatabase } from '../../support/database/test-database';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import type { UserKind } from '../../support/app/test-users';

const newestMinute = (parseDay('2026-08-20') ?? 0) * 1440 + 600;
/** Crawl times, in days before the newest one. */
const crawlMinutes = (...ages: number[]) => ages.map((age) => newestMinute - age * 1440);

describe('details', () => {
  const database = useTestDatabase();
  const servers = new Map<string, TestApp>();

  beforeAll(async () => {
    await insertEntity(database.pool, 'pinners', {
      _id: 'p',
      username: 'mira',
      name: 'Mira',
      follower_count: 1100,
      series: { at: crawlMinutes(30, 0), follower_count: [1000, 1100], profile_views: [null, 9] },
    });
    await insertEntity(database.pool, 'boards', {
      _id: 'b',
      name: '"><img src=x onerror=window.hit=1>',
      pinner_id: 'p',
      pinner_username: 'mira',
      follower_count: 1500,
      series: { at: crawlMinutes(200, 90, 3, 0), follower_count: [900, 1000, null, 1500] },
    });
    await insertEntity(database.pool, 'pins', {
      _id: 'x:1/2',
      name: 'Pin',
      pinner_id: 'p',
      saves: 0,
      link: 'https://shop.example/a?b=1#c',
      url: 'https://www.pinterest.com/pin/1/',
    });
    await updateCatalogStats(database.pool);
    await database.pool.query(`update catalog_stats set scored_day = $1`, [parseDay('2026-08-20')]);
    for (const viewer of ['anonymous', 'free', 'premium', 'admin']) {
      servers.set(viewer, await createTestApp(database.url, { as: viewer === 'anonymous' ? undefined : (viewer as UserKind) }));
    }
  });
  const getEntity = async (viewer: string, path: string) => (await servers.get(viewer)?.get(`/api/${path}`))?.body ?? {};

  it('shows premium users the whole history, one value per day, null for gaps', async () => {
    const { time_series, history_limited } = await getEntity('premium', 'boards/b');
    const { followers, collaborators } = time_series as Record<string, { x: string[]; y: (number | null)[] }>;
    expect(followers?.x).toHaveLength(201);
    expect([followers?.x[0], followers?.x.at(-1)]).toEqual(['2026-02-01', '2026-08-20']);
    expect(followers?.y.filter((value) => value !== null)).toEqual([900, 1000, 1500]);
    expect(collaborators).toEqual({ x: [], y: [] });
    expect(history_limited).toBe(false);
  });

  it.each(['anonymous', 'free'])('shows %s only the last 90 days and their growth', async (viewer) => {
    const body = await getEntity(viewer, 'boards/b');
    const { followers } = body['time_series'] as Record<string, { x: string[] }>;
    expect(followers?.x[0]).toBe('2026-05-22');
    expect(body['growth']).toEqual({
      follower_count: { '90_days': 50 },
      collaborator_count: { '90_days': null },
      pin_count: { '90_days': null },
    });
    expect(body['history_limited']).toBe(true);
    expect(Object.keys(body)).not.toContain('momentum');
    expect(body['verdict_by_period']).toEqual({});
  });

  it.each(['premium', 'admin'])('shows %s growth over all periods, and momentum with its flags', async (viewer) => {
    const body = await getEntity(viewer, 'pinners/p');
    expect((body['growth'] as Record<string, unknown>)['follower_count']).toEqual({
      '7_days': 10,
      '15_days': 10,
      '30_days': 10,
      '90_days': null,
      '365_days': null,
    });
    const readings = body['momentum'] as Record<string, unknown>[];
    expect(readings).toHaveLength(10);
    expect(Object.keys(body['verdict_by_period'] as object)).toEqual(['7_days', '15_days', '30_days', '365_days']);
    expect(readings.find((one) => one['metric'] === 'follower_count' && one['period'] === '30_days')).toMatchObject({
      score: 37.5,
      trend: 'rising',
      points: 2,
      rank: null,
      flags: [],
    });
  });

  it('says that an entity is gone', async () => {
    expect((await getEntity('anonymous', 'pins/b'))['error']).toBe('This pin is not in our index any more.');
  });

  it('lists the boards and pins of a pinner', async () => {
    const { boards, pins } = await getEntity('anonymous', 'pinners/p');
    expect([(boards as unknown[]).length, (pins as unknown[]).length]).toEqual([1, 1]);
  });

  it('appends the referral tag to the links of a pin', async () => {
    const pin = await getEntity('anonymous', `pins/${encodeURIComponent('x:1/2')}`);
    expect(pin['link']).toBe('https://shop.example/a?b=1&utm_source=corklight#c');
    expect(pin['url']).toBe('https://www.pinterest.com/pin/1/?utm_source=corklight');
    expect(pin['saves']).toBe(0);
  });

  it('returns the same fields to every viewer, except momentum', async () => {
    const boardKeys = async (viewer: string) => Object.keys(await getEntity(viewer, 'boards/b')).toSorted();
    expect(await boardKeys('free')).toEqual(await boardKeys('anonymous'));
    expect((await boardKeys('premium')).filter((key) => key !== 'momentum')).toEqual(await boardKeys('free'));
    expect(await boardKeys('admin')).toEqual(await boardKeys('premium'));
  });

  it('counts the catalog', async () => {
    expect(await getEntity('anonymous', 'stats')).toMatchObject({ boards: 1, pinners: 1, pins: 1, as_of: expect.any(String) });
  });
});
