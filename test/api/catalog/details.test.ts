import { parse } from 'csv-parse/sync';
import { parseDay } from '#domain/days';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';

describe('details', () => {
  const newestMinute = (parseDay('2026-08-20') ?? 0) * 1440 + 600;
  /** Crawl times, in days before the newest one. */
  const crawlMinutes = (...ages: number[]) => ages.map((age) => newestMinute - age * 1440);

  const site = useTestApp();
  const { database } = site;
  const viewers = new Map<string, TestUser>();

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
    await site.sql(`update catalog_stats set scored_day = $1`, [parseDay('2026-08-20')]);
    for (const kind of ['free', 'premium'] as const) viewers.set(kind, await site.createUser(kind));
  });
  const get = (viewer: string, path: string) => site.request('GET', `/api/${path}`, { as: viewers.get(viewer) ?? null });
  const getEntity = async (viewer: string, path: string) => (await get(viewer, path)).body;

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

  it('shows premium users growth over all periods, and momentum with its flags', async () => {
    const body = await getEntity('premium', 'pinners/p');
    expect(body['growth']).toMatchObject({ follower_count: { '7_days': 10, '30_days': 10, '365_days': null } });
    expect(Object.keys(body['verdict_by_period'] as object)).toEqual(['7_days', '15_days', '30_days', '365_days']);
    expect(body['momentum']).toHaveLength(10);
    expect(body['momentum']).toContainEqual(
      expect.objectContaining({
        metric: 'follower_count',
        period: '30_days',
        score: 37.5,
        trend: 'rising',
        points: 2,
        rank: null,
        flags: [],
      }),
    );
  });

  it('appends the referral tag to the links of a pin', async () => {
    const pin = await getEntity('anonymous', `pins/${encodeURIComponent('x:1/2')}`);
    expect(pin['link']).toBe('https://shop.example/a?b=1&utm_source=corklight#c');
    expect(pin['url']).toBe('https://www.pinterest.com/pin/1/?utm_source=corklight');
    expect(pin['saves']).toBe(0);
  });

  it('are compared as they are shown alone: two, and more with Premium', async () => {
    const compare = (viewer: string, path: string) => get(viewer, `comparisons/${path}`);
    const pin = await getEntity('free', 'pins/x%3A1%2F2');
    expect((await compare('free', 'pins?ids=x%253A1%252F2')).body).toEqual({ rows: [pin] });
    expect((await compare('free', 'boards?ids=b,b')).body).toEqual({ rows: Array(2).fill(await getEntity('free', 'boards/b')) });
    const refused = await compare('free', 'boards?ids=b,b,b');
    expect([refused.status, refused.body['error']]).toEqual([403, 'Comparing more than two is part of Premium.']);
    expect((await compare('premium', 'boards?ids=b,b,b')).status).toBe(200);
    const unknown = await compare('premium', 'pinners?ids=p,none');
    expect([unknown.status, unknown.body['error']]).toEqual([404, 'none: This pinner is not in our index any more.']);
    for (const query of ['', '?ids=', '?ids=b,b,b,b,b,b', '?ids=%25', '?ids=b&ids=b']) {
      const invalid = await compare('premium', `boards${query}`);
      expect([query, invalid.status, invalid.body['error']]).toEqual([query, 400, expect.stringMatching(/^ids/)]);
    }
  });

  it('returns the same fields to every viewer, except momentum', async () => {
    const boardKeys = async (viewer: string) => Object.keys(await getEntity(viewer, 'boards/b')).toSorted();
    expect(await boardKeys('free')).toEqual(await boardKeys('anonymous'));
    expect((await boardKeys('premium')).filter((key) => key !== 'momentum')).toEqual(await boardKeys('free'));
  });
});

describe('titles', () => {
  const server = useTestApp({ as: 'premium' });
  const titles = { '314196511496629679': 'A bright lamp!', '314196511496629680': 'Pin on Lamps', '314196511496629681': 'Pin on Kilns' };

  beforeAll(async () => {
    const { pool } = server.database;
    const owner = { pinner_id: 'p', pinner_username: 'mira_makes' };
    await insertEntity(pool, 'pinners', { _id: 'p', name: null, username: 'mira_makes', momentum: 1 });
    await insertEntity(pool, 'pinners', { _id: '900000000000004821', name: null, momentum: 0.5 });
    await insertEntity(pool, 'boards', { _id: 'b', name: null, description: 'Shelves for all. And more.', ...owner, momentum: 2 });
    await insertEntity(pool, 'boards', { _id: 'named', name: 'Lamps', momentum: 1 });
    const [described, named, other] = Object.keys(titles);
    const description = 'https://shop.example/lamp | A bright lamp! Buy it.';
    await insertEntity(pool, 'pins', { _id: described!, name: null, description, board_id: 'b', ...owner, momentum: 3 });
    await insertEntity(pool, 'pins', { _id: named!, name: null, board_id: 'named', momentum: 2 });
    await insertEntity(pool, 'pins', { _id: other!, name: null, board_name: 'Kilns', momentum: 1 });
    await updateCatalogStats(pool);
  });

  type Titled = Record<string, unknown> & { _id: string; title: string };
  const getBody = async (path: string) => (await server.get(`/api/${path}`)).body;
  const titlesOf = (rows: unknown) => Object.fromEntries((rows as Titled[]).map(({ _id, title }) => [_id, title]));

  it('stand in every list row, beside the name as stored, and descriptions stay out of the response', async () => {
    const pins = (await getBody('pins'))['pins'] as Titled[];
    expect(titlesOf(pins)).toEqual(titles);
    expect(pins.map(({ name }) => name)).toEqual([null, null, null]);
    expect(pins.filter((pin) => 'description' in pin)).toEqual([]);
    expect(titlesOf((await getBody('boards'))['boards'])).toEqual({ b: 'Shelves for all.', named: 'Lamps' });
    expect(titlesOf((await getBody('pinners'))['pinners'])).toEqual({ p: 'mira_makes', '900000000000004821': 'Influencer …4821' });
  });

  it('stand in details, with their boards and works', async () => {
    const [described, named, other] = await Promise.all(Object.keys(titles).map((id) => getBody(`pins/${id}`)));
    expect(described).toMatchObject({ title: 'A bright lamp!', name: null, board: { _id: 'b', title: 'Shelves for all.', name: null } });
    expect([named!['title'], other!['title']]).toEqual(['Pin on Lamps', 'Pin on Kilns']);
    expect((await getBody('pinners/900000000000004821'))['title']).toBe('Influencer …4821');
    const pinner = await getBody('pinners/p');
    expect(pinner['title']).toBe('mira_makes');
    expect([titlesOf(pinner['boards']), titlesOf(pinner['pins'])]).toEqual([
      { b: 'Shelves for all.' },
      { '314196511496629679': 'A bright lamp!' },
    ]);
  });

  it('are a column of the CSV export, where ids are whole', async () => {
    expect(titlesOf(parse((await server.get('/api/exports/pins')).text, { columns: true }))).toEqual(titles);
    expect(titlesOf(parse((await server.get('/api/exports/pinners')).text, { columns: true }))).toEqual({
      p: 'mira_makes',
      '900000000000004821': 'Influencer 900000000000004821',
    });
  });
});
