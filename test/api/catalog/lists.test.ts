import { jest } from '@jest/globals';
import { Catalog } from '#domain/catalog/catalog';
import { Clock } from '#domain/clock';
import { dayOf, MINUTES_PER_DAY } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { choicesOf } from '#domain/catalog/filters/choice-counts';
import { filters } from '#domain/catalog/filters/filters';
import type { FilterChoices, FilterHistogram } from '#domain/catalog/filters/contract';
import { choiceCountsStatement } from '#server/catalog/postgres/filter-counts';
import type { BoardPage } from '#domain/catalog/list-contract';
import { type TestApp, createTestApp, useTestApp } from '../../support/app/test-app';
import { ImportFixture } from '../../support/database/import-fixture';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import type { TestUser } from '../../support/app/test-users';

describe('fields of rows on request', () => {
  const MAX_ADDED_SHARE = 0.3;
  const today = dayOf(new Date());

  const server = useTestApp();
  beforeAll(async () => {
    for (let board = 0; board < 10; board++) {
      const at = Array.from({ length: 200 }, (_, index) => (today - 199 + index) * MINUTES_PER_DAY + 60);
      await insertEntity(server.database.pool, 'boards', {
        name: `Autumn recipes ${board}`,
        follower_count: 12_345 + board,
        series: {
          at,
          follower_count: at.map((_, index) => 10_000 + index * (board + 1)),
          collaborator_count: at.map(() => 3),
          pin_count: at.map(() => 8),
        },
      });
    }
    await updateCatalogStats(server.database.pool);
  });

  it('are in no row without it, and sparklines add at most 30% to a page', async () => {
    const plain = await server.get('/api/boards');
    const asked = await server.get('/api/boards?with=sparkline');
    const [plainRows, askedRows] = [plain.body['boards'], asked.body['boards']] as [object[], { sparkline?: string }[]];
    expect(plainRows).toHaveLength(10);
    for (const row of plainRows) expect('sparkline' in row).toBe(false);
    for (const { sparkline } of askedRows) expect(sparkline).toMatch(/^A[B-Za-z0-9-]{28}_$/);
    const bytes = (body: unknown) => JSON.stringify(body).length;
    expect(bytes(asked.body) / bytes(plain.body) - 1).toBeLessThanOrEqual(MAX_ADDED_SHARE);
  });

  it('are not kept beyond their day', async () => {
    const firstSparkline = async () =>
      ((await server.get('/api/boards?with=sparkline')).body['boards'] as { sparkline: string }[])[0]?.sparkline;
    const before = await firstSparkline();
    jest.spyOn(server.app.get(Clock), 'now').mockReturnValue(new Date(Date.now() + 3 * DAY_MS));
    expect([before, await firstSparkline()]).toEqual([expect.stringMatching(/^A.{28}_$/), expect.stringMatching(/^A.{27}_ $/)]);
    jest.restoreAllMocks();
  });

  it.each([
    ['momentum_score', 403, 'Momentum scores are a Premium feature.'],
    ['sparkline,growth_last_30_days', 403, 'The full history is a Premium feature.'],
    ['title', 400, 'with'],
    ['', 400, 'with'],
  ])('refuse a visitor %j with %i and the message %j', async (fields, status, message) => {
    const response = await server.get(`/api/boards?with=${fields}`);
    expect([response.status, String(response.body['error']).includes(message)]).toEqual([status, true]);
  });

  it('say of rows that their source no longer has that they are gone, with and without keywords', async () => {
    await insertEntity(server.database.pool, 'pins', { _id: 'here', name: 'Felt garland', saves: 2 });
    await insertEntity(server.database.pool, 'pins', { _id: 'gone', name: 'Felt garland', saves: 1, searchable: false });
    await updateCatalogStats(server.database.pool);
    const premium = await server.createUser('premium');
    for (const path of ['/api/pins', '/api/pins?query=garland&order_by=saves']) {
      const { body } = await server.request('GET', path, { as: premium });
      const rows = body['pins'] as { _id: string; is_gone?: boolean }[];
      expect(rows.map((row) => [row._id, 'is_gone' in row && row.is_gone])).toEqual([
        ['here', false],
        ['gone', true],
      ]);
    }
  });
});

describe('a catalog from public sources', () => {
  /** Like pins from public sources: 85% have only an id, a URL and a description; few have repins, and almost none saves. */
  const sparsePins = Array.from({ length: 400 }, (_, index) => ({
    _id: `3141965114966${10_000 + index}`,
    url: `https://www.pinterest.com/pin/3141965114966${10_000 + index}`,
    description: `Idea number ${index} for small gardens. More words follow.`,
    ...(index % 20 < 3 ? { name: `Garden ${index}`, created_at: '2024-01-02T03:04:05Z' } : {}),
    ...(index % 10 === 0 ? { repin_count: index, image_url: 'https://i.pinimg.com/1.jpg' } : {}),
    ...(index % 100 === 0 ? { saves: 0 } : {}),
  }));
  const sparseBoards = Array.from({ length: 400 }, (_, index) => ({
    _id: `b${index}`,
    name: `Board ${index}`,
    ...(index % 8 === 0 ? { follower_count: index } : {}),
    collaborator_count: 0,
  }));

  let fixture: ImportFixture;
  let server: TestApp;
  beforeAll(async () => {
    fixture = await ImportFixture.open();
    await fixture.importRecords('pins', sparsePins);
    await fixture.importRecords('boards', sparseBoards);
    server = await createTestApp(fixture.database.url);
  });
  afterAll(async () => {
    await server.close();
    await fixture.close();
  });

  it.each([
    ['pins', 'repin_count', 'Sorted by repins. Only 4 of 400 pins have save counts.'],
    ['boards', 'follower_count', 'Sorted by followers. This catalog has no follower growth.'],
  ] as const)('shows titles and known values on the first page of %s, ordered by %s', async (variant, order, reason) => {
    const { body: stats } = await server.get('/api/stats');
    expect(stats).toMatchObject({ boards: 400, pins: 400, has_group_boards: false });
    expect(stats['screen_orders']).toMatchObject({ [variant]: { order_by: order, reason } });
    const { body } = await server.get(`/api/${variant}?order_by=${order}`);
    const rows = body[variant] as Record<string, unknown>[];
    expect(rows.filter((row) => typeof row[order] === 'number').length).toBeGreaterThanOrEqual(9);
    for (const { title } of rows) expect(title).toMatch(/^(?:Idea number \d+ for small gardens\.|Garden \d+|Board \d+)$/);
  });

  it('names the filters that any row has data for', async () => {
    const { body: stats } = await server.get('/api/stats');
    expect(stats['filters']).toMatchObject({
      boards: ['followers', 'collaborators', 'script', 'updated', 'read'],
      pins: ['saves', 'repins', 'created', 'picture', 'script', 'updated', 'read'],
    });
  });

  it('says which orders have few values, and how old its numbers are', async () => {
    const { body: stats } = await server.get('/api/stats');
    expect(stats).toMatchObject({
      recent_orders: { boards: [], pinners: [], pins: [] },
      sparse_orders: { pins: expect.arrayContaining(['saves']) },
      numbers_as_of: { boards: '2026-03-01', pinners: null, pins: '2026-03-01' },
    });
  });

  it('shows its most repinned pins where none grows, which are found once after each change of the list', async () => {
    const catalog = server.app.get(Catalog);
    const [search, version] = [jest.spyOn(catalog, 'search'), jest.spyOn(catalog, 'listVersion')];
    for (const [now, searches] of [
      ['one', 2],
      ['one', 2],
      ['two', 4],
    ] as const) {
      version.mockResolvedValue(now);
      const { popular_pins: popular } = (await server.get('/api/stats')).body as { popular_pins: { title: string }[] };
      expect([popular[0]?.title, popular.length, search.mock.calls.length]).toEqual(['Idea number 390 for small gardens.', 10, searches]);
    }
    jest.restoreAllMocks();
  });

  it('keeps the order of an API request without one', async () => {
    const { body } = await server.get('/api/pins');
    expect((body['pins'] as Record<string, unknown>[]).slice(0, 4).map(({ saves }) => saves)).toEqual([0, 0, 0, 0]);
  });
});

const app = useTestApp();

describe('the rows by the choices of a filter', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

  beforeAll(async () => {
    const { pool } = app.database;
    for (const days of [1, 5, 20, 60, 200, 400])
      await insertEntity(pool, 'boards', {
        board_order_modified_at: daysAgo(days),
        jump_share: days / 100,
        follower_growth_last_90_days: 5 - days,
      });
    await insertEntity(pool, 'boards', { board_order_modified_at: null, jump_share: null, follower_growth_last_90_days: 5 });
    await insertEntity(pool, 'pinners', { website_url: 'https://ferns.test' });
    await insertEntity(pool, 'pinners', { domain_url: 'ferns.test' });
    await insertEntity(pool, 'pinners');
    await updateCatalogStats(pool);
  });

  async function countsOf(path: string): Promise<string> {
    const { status, body } = await app.get(`/api/filter-choices/${path}`);
    expect(status).toBe(200);
    const { total, choices } = body as FilterChoices;
    return `${choices.map(({ value, rows }) => `${value}: ${rows}`).join(', ')} of ${total}`;
  }

  it('are counted for everyone, as a count by hand finds them', async () => {
    const rows = await app.sql<{ text: string }>(
      `select format('7d: %s, 30d: %s, 90d: %s of %s', count(*) filter (where age < interval '7 days'), count(*) filter (where age < interval '30 days'),
        count(*) filter (where age < interval '90 days'), count(*)) "text" from (select now() - board_order_modified_at age from board_metrics) ages`,
    );
    expect([await countsOf('boards/active'), rows[0]?.text]).toEqual(['7d: 2, 30d: 3, 90d: 4 of 7', '7d: 2, 30d: 3, 90d: 4 of 7']);
    expect(await countsOf('boards/steady')).toBe('1: 1 of 7');
    expect(await countsOf('pinners/website')).toBe('1: 2 of 3');
    expect(await countsOf('pins/created')).toBe('7d: 0, 30d: 0, 90d: 0, 365d: 0 of 0');
  });

  it('are read in one pass over the numbers of the list, without its texts', async () => {
    const { text, values } = choiceCountsStatement('boards', choicesOf('active', filters.board.active), 20_000);
    const rows = await app.sql<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan.match(/(Scan|Join).*/g)).toHaveLength(1);
    expect(plan).toContain('Scan on board_metrics');
  });
});

describe('the histogram of a filter', () => {
  beforeAll(async () => {
    const { pool } = app.database;
    await pool.query('truncate boards, board_metrics');
    for (const [index, follower_count] of [0, 1, 2, 3, 299, 300, null].entries())
      await insertEntity(pool, 'boards', { name: `Ferns ${index}`, follower_count, momentum: index * 10 });
    await insertEntity(pool, 'boards', { name: 'Growing', follower_growth_last_90_days: 12.5 });
    await insertEntity(pool, 'boards', { name: 'Shrinking', follower_growth_last_90_days: -3.1 });
    await updateCatalogStats(pool);
  });

  const binsOf = async (path: string) => {
    const { status, body } = await app.get(`/api/histograms/${path}`);
    expect(status).toBe(200);
    return (body as FilterHistogram).bins.map(({ from, to, rows }) => `${from}..${to ?? ''}: ${rows}`);
  };

  it('counts the rows of the list by their number for everyone, without unknown ones', async () => {
    expect(await binsOf('boards/followers')).toEqual([
      '0..1: 1',
      '1..3: 2',
      '3..10: 1',
      '10..30: 0',
      '30..100: 0',
      '100..300: 1',
      '300..1000: 1',
    ]);
    expect(await binsOf('boards/growth')).toEqual(['-10..-3: 1', '-3..0: 0', '0..3: 0', '3..10: 0', '10..30: 1']);
    expect(await binsOf('pins/saves')).toEqual([]);
  });

  it('of momentum counts the scores of the default metric and period', async () => {
    expect(await binsOf('boards/momentum')).toEqual([0, 10, 20, 30, 40, 50, 60].map((from) => `${from}..${from + 10}: 1`));
  });
});

describe('the counts of a filter', () => {
  it.each(['filter-choices/boards/active', 'histograms/boards/followers'])(
    'are counted once for all viewers, and again when the list has changed: %s',
    async (path) => {
      const catalog = app.app.get(Catalog);
      const counts = [jest.spyOn(catalog, 'countBins'), jest.spyOn(catalog, 'countChoices')];
      const counted = () => counts.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      const version = jest.spyOn(catalog, 'listVersion').mockResolvedValue('1');
      const [{ headers }] = await Promise.all([app.get(`/api/${path}`), app.request('GET', `/api/${path}`)]);
      expect([headers['cache-control'], counted()]).toEqual(['private, no-cache', 1]);
      expect((await app.get(`/api/${path}`, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
      expect(counted()).toBe(1);
      version.mockResolvedValue('2');
      await app.get(`/api/${path}`);
      expect(counted()).toBe(2);
      jest.spyOn(app.app.get(Clock), 'now').mockReturnValue(new Date(Date.now() + DAY_MS));
      await app.get(`/api/${path}`);
      expect(counted()).toBe(path.startsWith('filter') ? 3 : 2);
      jest.restoreAllMocks();
    },
  );

  it.each([
    ['filter-choices/boards/followers', 'filter'],
    ['filter-choices/boards/website', 'filter'],
    ['filter-choices/boards/topic', 'filter'],
    ['filter-choices/boards/constructor', 'filter'],
    ['histograms/boards/topic', 'filter'],
    ['histograms/boards/viewers', 'filter'],
    ['histograms/boards/constructor', 'filter'],
  ])('refuse %s and name the parameter %s', async (path, parameter) => {
    const { status, body } = await app.get(`/api/${path}`);
    expect([status, (body as { error: string }).error.split(' ')[0]]).toEqual([400, parameter]);
  });
});

describe('the response of a list', () => {
  const server = useTestApp();
  const { database } = server;
  let premium: TestUser;

  beforeAll(async () => {
    for (let i = 0; i < 30; i++) await insertEntity(database.pool, 'boards', { name: `Ferns ${i}`, follower_count: i, momentum: i });
    await updateCatalogStats(database.pool);
    premium = await server.createUser('premium');
  });

  const LIST_URL = '/api/boards?order_by=follower_count';
  const MOMENTUM_URL = '/api/boards?order_by=momentum_score';

  const getAs = async (viewer: 'anonymous' | 'premium', url: string, etag?: string) => {
    const as = viewer === 'premium' ? premium : null;
    const { status, headers, text } = await server.request('GET', url, {
      as,
      headers: etag === undefined ? {} : { 'if-none-match': etag },
    });
    return { status, headers, body: text };
  };

  it('is JSON with an ETag, and not sent again to a client that has it', async () => {
    const { status, headers, body } = await getAs('anonymous', LIST_URL);
    expect({ status, type: headers['content-type'], length: headers['content-length'] }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      length: String(Buffer.byteLength(body)),
    });
    const tag = String(headers['etag']);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await getAs('anonymous', LIST_URL, known);
      expect({ known, status: again.status, tag: again.headers['etag'], body: again.body }).toEqual({ known, status: 304, tag, body: '' });
    }
    expect((await getAs('anonymous', LIST_URL, '"other"')).status).toBe(200);
  });

  it('is computed once for all who ask, with and without momentum apart', async () => {
    const search = jest.spyOn(server.app.get(Catalog), 'search');
    const url = `${LIST_URL}&per_page=7`;
    await Promise.all([server.request('GET', url), server.request('GET', url)]);
    await server.request('GET', url);
    expect(search).toHaveBeenCalledTimes(1);
    await server.request('GET', url, { as: premium });
    expect(search).toHaveBeenCalledTimes(2);
    search.mockRestore();
  });

  it('may be cached by browsers and revalidated if it is the same for all viewers, else not at all', async () => {
    const cacheControl = async (viewer: 'anonymous' | 'premium', url: string) => (await getAs(viewer, url)).headers['cache-control'];
    expect(await cacheControl('anonymous', LIST_URL)).toBe('private, no-cache');
    expect(await cacheControl('premium', `${LIST_URL}&page=9`)).toBe('private, no-store');
    expect(await cacheControl('premium', MOMENTUM_URL)).toBe('private, no-store');
    expect(await cacheControl('premium', `${LIST_URL}&query=ferns`)).toBe('private, no-store');
    expect(await cacheControl('anonymous', MOMENTUM_URL)).toBe('no-store');
  });

  it('is refused to viewers who may not see it, whatever their ETag and even if someone else saw it before', async () => {
    const { headers, status } = await getAs('premium', MOMENTUM_URL);
    expect(status).toBe(200);
    for (const known of [String(headers['etag']), '*']) {
      const refused = await getAs('anonymous', MOMENTUM_URL, known);
      expect({ status: refused.status, tag: refused.headers['etag'] }).toEqual({ status: 403, tag: undefined });
      expect(refused.body).not.toContain('Ferns');
    }
  });

  it('shows what an import changed within two seconds', async () => {
    const anonymousTotal = async () => (JSON.parse((await getAs('anonymous', LIST_URL)).body) as { total: number }).total;
    expect(await anonymousTotal()).toBe(30);
    const { headers } = await getAs('anonymous', LIST_URL);
    await insertEntity(database.pool, 'boards', { name: 'Ferns and moss', follower_count: 99 });
    await updateCatalogStats(database.pool);
    await server.sql('update catalog_stats set changed_at = now()');
    const until = performance.now() + 2_000;
    while ((await anonymousTotal()) === 30 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await anonymousTotal()).toBe(31);
    expect((await getAs('anonymous', LIST_URL, String(headers['etag']))).status).toBe(200);
  });

  it('shows the pictures of pins that an import added to a board within two seconds', async () => {
    const pictures = async () => (JSON.parse((await getAs('anonymous', LIST_URL)).body) as BoardPage).boards[0]?.pictures;
    const boardId = await insertEntity(database.pool, 'boards', { name: 'Mosses', follower_count: 100 });
    await updateCatalogStats(database.pool);
    await server.sql('update catalog_stats set changed_at = now()');
    const picturesOnce = async (count: number) => {
      const deadline = performance.now() + 2_000;
      while ((await pictures())?.length !== count && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
      return pictures();
    };
    expect(await picturesOnce(0)).toEqual([]);
    await insertEntity(database.pool, 'pins', { board_id: boardId, image_url: 'https://i.pinimg.com/moss.jpg' });
    await server.sql(`update catalog_stats set changed_at = now() where variant = 'pins'`);
    expect(await picturesOnce(1)).toEqual(['https://i.pinimg.com/moss.jpg']);
  });
});
