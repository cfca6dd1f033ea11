import { anonymous, type Viewer } from '#domain/auth/viewer';
import type { ListIds, ListRow } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/contract';
import { MAX_EXPORT_ROWS, type Variant } from '#domain/catalog/variants';
import { PremiumRequired } from '#domain/errors';
import { ExportList } from '#server/catalog/export/export-list';
import { FakeCatalog } from '../../../support/fakes/catalog';

/** A catalog of `total` boards that counts what is read of it. */
class LongCatalog extends FakeCatalog {
  reads = 0;

  constructor(private readonly total: number) {
    super([]);
  }

  override listIds(_variant: Variant, _search: CatalogSearch, maxIds: number): Promise<ListIds> {
    this.reads++;
    const ids = Array.from({ length: Math.min(maxIds, this.total) }, (_, index) => `b${index}`);
    return Promise.resolve({ ids, total: this.total });
  }

  override listRows<V extends Variant>(_variant: V, _search: CatalogSearch, ids: readonly string[]): Promise<readonly ListRow[V][]> {
    this.reads++;
    return Promise.resolve(ids.map((_id) => ({ _id })) as unknown as ListRow[V][]);
  }
}

describe('exporting a list', () => {
  const viewer: Viewer = { kind: 'user', user: { role_id: 2, is_premium: true, is_confirmed: true } };
  const search: CatalogSearch = { order_by: 'follower_count', sort: 'desc', page: 1, per_page: 10 };

  it.each([
    [25_001, 25_001, false],
    [3, 3, false],
    [0, 0, false],
    [MAX_EXPORT_ROWS, MAX_EXPORT_ROWS, false],
    [MAX_EXPORT_ROWS + 1, MAX_EXPORT_ROWS, true],
  ])('of %d rows returns %d in order; truncated: %s', async (total, rowCount, isTruncated) => {
    const listExport = await new ExportList(new LongCatalog(total)).openExport(viewer, 'boards', search);
    expect(listExport).toMatchObject({ total, isTruncated });
    let index = 0;
    for await (const batch of listExport.batches) for (const { _id } of batch) if (_id === `b${index}`) index++;
    expect(index).toBe(rowCount);
  });

  it('reads a batch only when it is needed', async () => {
    const catalog = new LongCatalog(25_000);
    const { batches } = await new ExportList(catalog).openExport(viewer, 'boards', search);
    for await (const _ of batches) break;
    expect(catalog.reads).toBe(2);
  });

  it('is refused without Premium, before anything is read', async () => {
    const catalog = new LongCatalog(10);
    await expect(new ExportList(catalog).openExport(anonymous, 'boards', search)).rejects.toThrow(PremiumRequired);
    expect(catalog.reads).toBe(0);
  });
});
