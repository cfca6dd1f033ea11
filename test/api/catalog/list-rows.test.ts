import { jest } from '@jest/globals';
import { Catalog } from '#domain/catalog/catalog';
import { Clock } from '#domain/clock';
import { dayOf, MINUTES_PER_DAY } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { type TestApp, createTestApp, useTestApp } from '../../support/app/test-app';
import { ImportFixture } from '../../support/database/import-fixture';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';

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
