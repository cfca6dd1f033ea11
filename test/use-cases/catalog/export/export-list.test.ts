import type { Viewer } from '#domain/auth/viewer';
import type { Catalog } from '#domain/catalog/catalog';
import { MAX_EXPORT_ROWS } from '#domain/catalog/variants';
import { ExportList } from '#server/catalog/export/export-list';

/** A catalog of `total` boards. */
const catalogOf = (total: number) =>
  ({
    listIds: async (_variant, _search, maxIds) => ({
      ids: Array.from({ length: Math.min(maxIds, total) }, (_, index) => `b${index}`),
      total,
    }),
    listRows: async (_variant: unknown, _search: unknown, ids: readonly string[]) => ids.map((_id) => ({ _id })),
  }) as Partial<Catalog> as Catalog;

it.each([
  [25_001, 25_001, false],
  [0, 0, false],
  [MAX_EXPORT_ROWS, MAX_EXPORT_ROWS, false],
  [MAX_EXPORT_ROWS + 1, MAX_EXPORT_ROWS, true],
])('an export of %d rows has %d in order; truncated: %s', async (total, rowCount, isTruncated) => {
  const viewer: Viewer = { kind: 'user', user: { role_id: 2, is_premium: true, is_confirmed: true } };
  const search = { order_by: 'follower_count', sort: 'desc', page: 1, per_page: 10 } as const;
  const listExport = await new ExportList(catalogOf(total)).openExport(viewer, 'boards', search);
  expect(listExport).toMatchObject({ total, isTruncated });
  let [inOrder, rows] = [0, 0];
  for await (const batch of listExport.batches)
    for (const { _id } of batch) {
      if (_id === `b${rows++}`) inOrder++;
    }
  expect([inOrder, rows]).toEqual([rowCount, rowCount]);
});
