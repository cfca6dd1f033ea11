import { anonymous, type Viewer } from '#domain/auth/viewer';
import { Catalog, type CatalogPage, type ListRow } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/contract';
import type { Variant } from '#domain/catalog/variants';
import { PremiumRequired } from '#domain/errors';
import { ExportList } from '#server/catalog/export/export-list';

/** A catalog of `total` boards, one of which moves to the next page during the export. */
class LongCatalog extends Catalog {
  readonly pages: number[] = [];

  constructor(private readonly total: number) {
    super();
  }

  override search<V extends Variant>(_variant: V, { page, per_page }: CatalogSearch): Promise<CatalogPage<V>> {
    this.pages.push(page);
    const first = (page - 1) * per_page;
    const rows = Array.from({ length: Math.max(0, Math.min(per_page, this.total - first)) }, (_, index) => ({
      _id: `b${Math.max(0, first + index - (page > 1 ? 1 : 0))}`,
    }));
    return Promise.resolve({ rows: rows as unknown as ListRow[V][], total: this.total, total_is_exact: true, as_of: null });
  }

  override listVersion = () => Promise.reject(new Error('not expected'));
  override find = () => Promise.reject(new Error('not expected'));
  override findTopWorks = () => Promise.reject(new Error('not expected'));
  override totals = () => Promise.reject(new Error('not expected'));
  override findScoredDay = () => Promise.reject(new Error('not expected'));
}

describe('exporting a list', () => {
  const viewer: Viewer = { kind: 'user', user: { role_id: 2, is_premium: true, is_confirmed: true } };
  const search: CatalogSearch = { order_by: 'follower_count', sort: 'desc', page: 1, per_page: 10 };

  it.each([
    [25_000, 9_999, 100],
    [250, 249, 4],
    [200, 199, 3],
    [0, 0, 1],
  ])('of %d rows returns %d, each once, in %d pages', async (total, rows, pages) => {
    const catalog = new LongCatalog(total);
    const { batches, total: reportedTotal } = await new ExportList(catalog).openExport(viewer, 'boards', search);
    const ids: string[] = [];
    for await (const batch of batches) ids.push(...batch.map(({ _id }) => _id));
    expect(reportedTotal).toBe(total);
    expect(ids).toHaveLength(rows);
    expect(new Set(ids).size).toBe(rows);
    expect(catalog.pages).toHaveLength(pages);
  });

  it('is refused without Premium, before anything is read', async () => {
    const catalog = new LongCatalog(10);
    await expect(new ExportList(catalog).openExport(anonymous, 'boards', search)).rejects.toThrow(PremiumRequired);
    expect(catalog.pages).toEqual([]);
  });
});
