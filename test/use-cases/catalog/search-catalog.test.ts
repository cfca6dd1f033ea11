import { anonymous, type Viewer } from '#domain/auth/viewer';
import type { CatalogSearch } from '#domain/catalog/contract';
import { homeLists, homeListSearch } from '#domain/catalog/home-lists';
import { PremiumRequired } from '#domain/errors';
import { MemoryResponseCache } from '#server/cache/memory-response-cache';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { FakeCatalog } from '../../support/fakes/catalog';
import { FixedClock } from '../../support/fixed-clock';
import { catalogSeeds } from '../../support/suites/catalog';

const premium: Viewer = { kind: 'user', user: { role_id: 2, is_premium: true, is_confirmed: true } };
const search: CatalogSearch = { order_by: 'follower_count', sort: 'desc', page: 1, per_page: 10 };

function createSearch() {
  const clock = new FixedClock(new Date('2026-01-20T12:00:00Z'));
  const catalog = new FakeCatalog(catalogSeeds, clock);
  const searchCatalog = new SearchCatalog(catalog, new MemoryResponseCache(), clock);
  const bodyFor = async (viewer: Viewer, asked: CatalogSearch) => {
    const { bytes, isPublic } = await searchCatalog.findPage(viewer, 'boards', asked);
    const body = JSON.parse(Buffer.from(bytes).toString()) as {
      readonly boards: readonly Record<string, unknown>[];
      total: number;
      page: number;
    };
    return { ...body, isPublic };
  };
  return { catalog, clock, searchCatalog, bodyFor };
}

describe('searching the catalog', () => {
  it('returns a page with its number and total', async () => {
    const { boards, total, page, isPublic } = await createSearch().bodyFor(anonymous, { ...search, page: 2, per_page: 3 });
    expect({ ids: boards.map(({ _id }) => _id), total, page, isPublic }).toEqual({ ids: ['b3'], total: 4, page: 2, isPublic: true });
  });

  it.each([
    ['keywords', { ...search, query: 'etsy' }],
    ['momentum', { ...search, order_by: 'momentum_score' }],
    ['later pages', { ...search, page: 4 }],
    ['longer pages', { ...search, per_page: 11 }],
    ['momentum in rows', { ...search, with: ['momentum_score'] }],
    ['growth over 30 days in rows', { ...search, with: ['growth_last_30_days'] }],
  ] as const)('refuses %s without Premium', async (_, asked) => {
    const { bodyFor, catalog } = createSearch();
    await expect(bodyFor(anonymous, asked)).rejects.toThrow(PremiumRequired);
    expect(catalog.searches).toBe(0);
    expect((await bodyFor(premium, asked)).isPublic).toBe(false);
  });

  it('shows the lists of the home page to everyone, with momentum', async () => {
    const homeList = homeLists.find(({ variant }) => variant === 'boards')!;
    const { boards, isPublic } = await createSearch().bodyFor(anonymous, homeListSearch(homeList));
    expect(boards.every((row) => 'momentum_score' in row)).toBe(true);
    expect(isPublic).toBe(true);
  });

  it('computes a page once per list version', async () => {
    const { bodyFor, catalog } = createSearch();
    await Promise.all([bodyFor(anonymous, search), bodyFor(anonymous, search)]);
    await bodyFor(anonymous, search);
    expect(catalog.searches).toBe(1);
    catalog.version++;
    await bodyFor(anonymous, search);
    expect(catalog.searches).toBe(2);
  });

  it('caches pages with and without momentum apart', async () => {
    const { bodyFor, catalog } = createSearch();
    await bodyFor(premium, search);
    await bodyFor(anonymous, search);
    expect(catalog.searches).toBe(2);
  });

  it('caches pages with and without sparklines apart, and none beyond its day', async () => {
    const { bodyFor, catalog, clock } = createSearch();
    const asked = { ...search, with: ['sparkline'] } as const;
    const isRow = ({ _id }: Readonly<Record<string, unknown>>) => _id === 'b2';
    const sparkline = async (one: CatalogSearch) => (await bodyFor(anonymous, one)).boards.find(isRow)?.['sparkline'];
    expect([await sparkline(search), await sparkline(asked), catalog.searches]).toEqual([undefined, `${' '.repeat(27)}A _`, 2]);
    clock.advance(3 * 24 * 60 * 60_000);
    expect([await sparkline(asked), catalog.searches]).toEqual([`${' '.repeat(26)}A _ `, 3]);
  });
});
