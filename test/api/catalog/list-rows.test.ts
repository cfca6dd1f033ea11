import { jest } from '@jest/globals';
import { ReadModel } from '#domain/catalog/read-model';
import { orderings, sorts } from '#domain/catalog/orders';
import { type Variant, variants } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { dayOf, MINUTES_PER_DAY } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { WriterScope } from '#domain/jobs/write-lock';
import { type TestApp, createTestApp, useTestApp } from '../../support/app/test-app';
import { ImportFixture } from '../../support/database/import-fixture';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';

describe('the order of lists', () => {
  const ROW_COUNT = 137;
  const KEYWORD = 'lantern';

  /** Few different values, so that ties are common, and some unknown. */
  const testCount = (i: number) => (i % 11 === 0 ? null : (i * 7919) % 23);
  const testTime = (i: number) => (i % 13 === 0 ? null : new Date(Date.UTC(2020, i % 9, 1)));

  function rowValues(variant: Variant, i: number): Record<string, unknown> {
    const columns = orderings[variant].flatMap((ordering, index) => {
      const isTime = ordering.value.endsWith('_at');
      const value = isTime ? testTime(i + index) : testCount(i + index * 3);
      // The sort key may be in another column.
      return [ordering.value, ordering.column].map((column) => [column, value] as const);
    });
    return Object.fromEntries(columns);
  }

  const sortKey = (value: unknown): number | null => (value instanceof Date ? value.getTime() : (value as number | null));

  /** The order that the spec requires, computed without a database. */
  function expectedIds(rows: readonly { _id: string; value: number | null }[], sort: 'asc' | 'desc'): string[] {
    const compare = (a: string, b: string) => (a < b ? -1 : 1);
    const sign = sort === 'desc' ? 1 : -1;
    return rows
      .toSorted((a, b) => {
        if (a.value === null || b.value === null) return a.value === b.value ? sign * compare(a._id, b._id) : a.value === null ? 1 : -1;
        return a.value === b.value ? sign * compare(a._id, b._id) : sign * (b.value - a.value);
      })
      .map((row) => row._id);
  }

  describe.each([
    ['the tables themselves', '1000000'],
    ['the walk through an order', '100'],
    ['the ordered read model', '1'],
  ])('lists read from %s', (_, from) => {
    const database = useTestDatabase();
    let server: TestApp;
    const rows = new Map<Variant, { _id: string; values: Record<string, unknown>; found: boolean }[]>();

    beforeAll(async () => {
      for (const variant of variants) {
        const made = [];
        for (let i = 0; i < ROW_COUNT; i++) {
          const values = rowValues(variant, i);
          const found = i % 3 === 0;
          const momentum = i % 17 === 0 ? null : (i * 31) % 19;
          const _id = `${variant}-${String((i * 37) % ROW_COUNT).padStart(3, '0')}`;
          await insertEntity(database.pool, variant, { _id, ...values, momentum, name: found ? `Paper ${KEYWORD} ${i}` : `Candle ${i}` });
          made.push({ _id, values: { ...values, momentum_score: momentum }, found });
        }
        rows.set(variant, made);
      }
      await updateCatalogStats(database.pool);
      server = await createTestApp(database.url, { settings: { ORDERED_LISTS_FROM: from }, as: 'premium' });
      await server.app.get(ReadModel).rebuild(new WriterScope());
      // From this size on, lists without a read model are scanned first.
      if (from === '100') await database.pool.query('update catalog_stats set generation = null');
    });

    async function readAllPages(variant: Variant, query: string): Promise<{ ids: string[]; total: unknown }> {
      const ids: string[] = [];
      let total: unknown;
      for (let page = 1; ; page++) {
        const { status, body } = await server.get(`/api/${variant}?per_page=50&page=${page}&${query}`);
        expect(status).toBe(200);
        expect(Object.keys(body).filter((name) => name !== 'match')).toEqual(expect.arrayContaining([variant, 'total', 'page', 'as_of']));
        expect(Object.keys(body)).not.toContain('ids');
        const found = body[variant] as { _id: string }[];
        if (page > 1) expect(body['total']).toBe(total);
        total = body['total'];
        if (found.length === 0) return { ids, total };
        ids.push(...found.map((row) => row._id));
      }
    }

    const cases = variants.flatMap((variant) =>
      [...orderings[variant].map((ordering) => ordering.value), 'momentum_score'].flatMap((order) =>
        sorts.map((sort) => [variant, order, sort] as const),
      ),
    );

    it.each(cases)('%s by %s, %s: complete, in order, ties by id, unknown values last', async (variant, order, sort) => {
      const all = (rows.get(variant) ?? []).map((row) => ({ ...row, value: sortKey(row.values[order]) }));
      const { ids, total } = await readAllPages(variant, `order_by=${order}&sort=${sort}`);
      expect(total).toBe(ROW_COUNT);
      expect(ids).toEqual(expectedIds(all, sort));
    });

    it('ranks momentum of any metric and period', async () => {
      const { status, body } = await server.get('/api/boards?order_by=momentum_score&metric=pin_count&period=7_days&query=lantern');
      expect(status).toBe(200);
      expect((body['boards'] as { momentum_score: number }[]).map((row) => row.momentum_score)).toEqual(
        (body['boards'] as { momentum_score: number }[]).map((row) => row.momentum_score).toSorted((a, b) => b - a),
      );
    });
  });
});

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
});

describe('a catalog from public sources', () => {
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
