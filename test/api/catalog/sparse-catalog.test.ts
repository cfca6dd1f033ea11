import { type KnownCounts, pickScreenOrder } from '#domain/catalog/default-order';
import type { Variant } from '#domain/catalog/variants';
import { type TestApp, createTestApp } from '../../support/app/test-app';
import { ImportFixture } from '../../support/database/import-fixture';

/** Like pins from public sources: 85 % have only an id, a URL and a description; few have repins, and almost none saves. */
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

  it('is counted by import: the rows with a value in each order, and whether it has group boards', async () => {
    expect((await server.get('/api/stats')).body).toMatchObject({
      boards: 400,
      pins: 400,
      known: {
        boards: { follower_growth_last_90_days: 0, follower_count: 50, collaborator_count: 400, created_at: 0 },
        pinners: { follower_count: 0 },
        pins: { saves: 4, repin_count: 40, created_at: 60 },
      },
      has_group_boards: false,
    });
  });

  it.each([
    ['pins', 'repin_count'],
    ['boards', 'follower_count'],
  ] as const)('shows titles and known values on the first page of %s, ordered by %s', async (variant: Variant, order) => {
    const { body: stats } = await server.get('/api/stats');
    const known = (stats['known'] as Record<Variant, KnownCounts>)[variant];
    const screenOrder = pickScreenOrder(variant, stats[variant] as number, known).order;
    expect(screenOrder).toBe(order);
    const { body } = await server.get(`/api/${variant}?order_by=${screenOrder}`);
    const rows = body[variant] as Record<string, unknown>[];
    expect(rows.filter((row) => typeof row[order] === 'number').length).toBeGreaterThanOrEqual(9);
    for (const { title } of rows) expect(title).toMatch(/^(?:Idea number \d+ for small gardens\.|Garden \d+|Board \d+)$/);
  });

  it('keeps the order of an API request without one', async () => {
    const { body } = await server.get('/api/pins');
    expect((body['pins'] as Record<string, unknown>[]).slice(0, 4).map(({ saves }) => saves)).toEqual([0, 0, 0, 0]);
  });
});
