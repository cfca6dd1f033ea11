import { ReadModel } from '#domain/catalog/read-model';
import { orderings, sorts, type Variant, variants } from '#domain/catalog/variants';
import { WriterScope } from '#domain/jobs/write-lock';
import { type TestApp, createTestApp } from '../../support/app/test-app';
import { useTestDatabase } from '../../support/database/test-database';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';

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
      const { status, body } = await server.get(`/api/${variant}?per_page=25&page=${page}&${query}`);
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

  it.each(cases)('%s by %s, %s, with a keyword', async (variant, order, sort) => {
    const hits = (rows.get(variant) ?? []).filter((row) => row.found).map((row) => ({ ...row, value: sortKey(row.values[order]) }));
    const { ids, total } = await readAllPages(variant, `order_by=${order}&sort=${sort}&query=${KEYWORD}`);
    expect(total).toBe(hits.length);
    expect(ids).toEqual(expectedIds(hits, sort));
  });

  it('ranks momentum of any metric and period', async () => {
    const { status, body } = await server.get('/api/boards?order_by=momentum_score&metric=pin_count&period=7_days&query=lantern');
    expect(status).toBe(200);
    expect((body['boards'] as { momentum_score: number }[]).map((row) => row.momentum_score)).toEqual(
      (body['boards'] as { momentum_score: number }[]).map((row) => row.momentum_score).toSorted((a, b) => b - a),
    );
  });
});
