import type { SignedInUser } from '#domain/auth/user';
import { anonymous, type Viewer, viewerOf } from '#domain/auth/viewer';
import type { CatalogSearch } from '#domain/catalog/contract';
import { homeLists, homeListSearch, homeListsWith } from '#domain/catalog/home-lists';
import { PremiumRequired } from '#domain/errors';
import { FreeSearchesUsedUp } from '#domain/subscriptions/free-searches/free-searches';
import { MemoryResponseCache } from '#server/cache/memory-response-cache';
import { MeterFreeSearches } from '#server/catalog/free-searches/meter-free-searches';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { FakeSecrets } from '../../support/fakes/auth';
import { FakeFreeSearches } from '../../support/fakes/free-searches';
import { FakeCatalog } from '../../support/fakes/catalog';
import { FixedClock } from '../../support/fixed-clock';
import { catalogSeeds } from '../../support/suites/catalog';

const premium: Viewer = { kind: 'user', user: { role_id: 2, is_premium: true, is_confirmed: true } };
const search: CatalogSearch = { order_by: 'follower_count', sort: 'desc', page: 1, per_page: 10 };

/** A confirmed user without Premium. */
const freeUser = { id: 'u1', email: 'u1@example.com', role_id: 2, is_premium: false, is_confirmed: true } as SignedInUser;

function createSearch(freeSearches = 0, allHomeLists = homeLists, seeds = catalogSeeds) {
  const clock = new FixedClock(new Date('2026-01-20T12:00:00Z'));
  const catalog = new FakeCatalog(seeds, clock);
  const searchCatalog = new SearchCatalog(
    catalog,
    new MemoryResponseCache(),
    clock,
    new MeterFreeSearches(new FakeFreeSearches(), new FakeSecrets(), clock, { freeSearches, homeLists: allHomeLists }),
  );
  const bodyFor = async (viewer: Viewer, asked: CatalogSearch, user: SignedInUser | null = null) => {
    const { bytes, isPublic, freeSearchesLeft } = await searchCatalog.findPage({ viewer, user }, 'boards', asked);
    const body = JSON.parse(Buffer.from(bytes).toString()) as {
      readonly boards: readonly Record<string, unknown>[];
      total: number;
      page: number;
    };
    return { ...body, isPublic, freeSearchesLeft };
  };
  return { catalog, clock, searchCatalog, bodyFor, search: (asked: CatalogSearch) => bodyFor(viewerOf(freeUser), asked, freeUser) };
}

describe('a keyword in the place of a home list', () => {
  const lists = homeListsWith({ etsy: ['knitting', 'crochet'] });
  const inPlace = homeListSearch({ variant: 'boards', keyword: 'knitting' });

  it.each([
    ['for its list, with exactly its parameters', inPlace, false],
    ['with other parameters', { ...inPlace, page: 2 }, true],
    ['with more rows', { ...inPlace, per_page: 10 }, true],
    ['in another order', { ...inPlace, order_by: 'follower_count' as const }, true],
    ['with a filter', { ...inPlace, topic: ['yarn'] }, true],
    ['and not another keyword', { ...inPlace, query: 'sewing' }, true],
  ])('is free %s', async (_, asked, isRefused) => {
    const { bodyFor } = createSearch(0, lists);
    const found = bodyFor(anonymous, asked);
    if (isRefused) await expect(found).rejects.toThrow(PremiumRequired);
    else expect(await found).toMatchObject({ isPublic: true });
    await expect(createSearch().bodyFor(anonymous, asked)).rejects.toThrow(PremiumRequired);
  });

  it('is not free in another list, and not counted', async () => {
    const { searchCatalog, search: find } = createSearch(2, lists);
    await expect(searchCatalog.findPage({ viewer: anonymous, user: null }, 'pinners', inPlace)).rejects.toThrow(PremiumRequired);
    expect((await find(inPlace)).freeSearchesLeft).toBe(2);
  });
});

describe('a home list', () => {
  it('in which no row has momentum is ranked by followers', async () => {
    const unscored = [5, 90, null, 40].map((follower_count, index) => ({
      variant: 'boards' as const,
      fields: { _id: `b${index}`, name: 'Etsy', follower_count, momentum: null },
    }));
    const list = homeListSearch({ variant: 'boards', keyword: 'etsy' });
    const ids = async (seeds: typeof catalogSeeds) =>
      (await createSearch(0, homeLists, seeds).bodyFor(anonymous, list)).boards.map(({ _id }) => _id);
    expect(await ids(unscored)).toEqual(['b1', 'b3', 'b0', 'b2']);
    const scored = unscored.with(0, { variant: 'boards', fields: { ...unscored[0]!.fields, momentum: 1 as never } });
    expect((await ids(scored))[0]).toBe('b0');
  });
});

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

describe('free searches', () => {
  const etsy = { ...search, query: 'etsy' };

  it('counts each search once a day, whatever its spelling, order, and filters', async () => {
    const { search: find, clock } = createSearch(3);
    const left = async (asked: CatalogSearch) => (await find(asked)).freeSearchesLeft;
    expect(await left(search)).toBe(3);
    expect(await left(etsy)).toBe(2);
    expect(await left({ ...etsy, query: ' ETSY  ', sort: 'asc', script: ['latin'] })).toBe(2);
    expect(await left({ ...etsy, query: 'fashion' })).toBe(1);
    expect(await left(search)).toBe(1);
    clock.advance(12 * 60 * 60_000);
    expect(await left(search)).toBe(3);
  });

  it('refuses a search beyond the limit, but none that was counted today', async () => {
    const { search: find } = createSearch(1);
    await find(etsy);
    const used = 'You have used your 1 free search of today. New ones start at midnight UTC.';
    await expect(find({ ...search, query: 'fashion' })).rejects.toThrow(new FreeSearchesUsedUp(1));
    await expect(find({ ...search, query: 'fashion' })).rejects.toThrow(used);
    expect((await find(etsy)).freeSearchesLeft).toBe(0);
  });

  it('counts nothing that is refused for another reason', async () => {
    const { search: find } = createSearch(2);
    await expect(find({ ...etsy, page: 2 })).rejects.toThrow('Free searches show the first page. More pages are part of Premium.');
    await expect(find({ ...etsy, per_page: 11 })).rejects.toThrow(PremiumRequired);
    await expect(find({ ...etsy, order_by: 'momentum_score' })).rejects.toThrow(PremiumRequired);
    await expect(find({ ...etsy, followers: { min: 1, max: null } })).rejects.toThrow(PremiumRequired);
    expect((await find(search)).freeSearchesLeft).toBe(2);
  });

  it('counts no home list', async () => {
    const { search: find } = createSearch(2);
    expect((await find(homeListSearch(homeLists[0]!))).freeSearchesLeft).toBe(2);
  });

  it('never shares a page of a user who has them, and counts neither Premium users nor visitors', async () => {
    const { search: find, bodyFor } = createSearch(2);
    expect((await find(search)).isPublic).toBe(false);
    expect(await bodyFor(anonymous, search)).toMatchObject({ isPublic: true, freeSearchesLeft: null });
    expect(await bodyFor(premium, etsy, { ...freeUser, is_premium: true })).toMatchObject({ freeSearchesLeft: null });
    await expect(bodyFor(anonymous, etsy)).rejects.toThrow('Sign up to get 2 free searches a day.');
    const unconfirmed = { ...freeUser, is_confirmed: false };
    await expect(bodyFor(viewerOf(unconfirmed), etsy, unconfirmed)).rejects.toThrow(
      'Confirm your email address to get 2 free searches a day.',
    );
  });

  it('counts nothing and says nothing where there are none', async () => {
    const { search: find } = createSearch();
    expect(await find(search)).toMatchObject({ isPublic: true, freeSearchesLeft: null });
    await expect(find(etsy)).rejects.toThrow('Keyword search is a Premium feature.');
  });
});
