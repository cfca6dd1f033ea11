import { type TestApp, createTestApp } from '../../support/app/test-app';
import { ImportFixture } from '../../support/database/import-fixture';

/** Like pins from public sources: 85% have only an id, a URL and a description; few have repins, and almost none saves. */
const sparsePins = Array.from({ length: 400 }, (_, index) => ({
  _id: `3141965114966${10_000 + index}`,
  url: `https://www.pinterest.com/pin/3141965114966${10_000 + index}`,
  description: `Idea number ${index} for small gardens. More words follow.`,
  ...(index % 20 < 3 ? { name: `Garden ${index}`, created_at: '2024-01-02T03:04:05Z' } : {}),
  ...(index % 10 === 0 ? { repin_count: index } : {}),
  ...(index % 100 === 0 ? { saves: 0 } : {}),
}));
const sparseBoards = Array.from({ length: 400 }, (_, index) => ({
  _id: `b${index}`,
  name: `Board ${index}`,
  ...(index % 8 === 0 ? { follower_count: index } : {}),
  collaborator_count: 0,
}));

describe('a catalog from public sources', () => {
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
      pins: ['saves', 'repins', 'created', 'script', 'updated', 'read'],
    });
  });

  it('keeps the order of an API request without one', async () => {
    const { body } = await server.get('/api/pins');
    expect((body['pins'] as Record<string, unknown>[]).slice(0, 4).map(({ saves }) => saves)).toEqual([0, 0, 0, 0]);
  });
});
