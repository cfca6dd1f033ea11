import { homeLists } from '#domain/catalog/home-lists';
import { type TestApp, createTestApp, useTestApp } from '../../support/app/test-app';
import { useTestDatabase } from '../../support/database/test-database';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import type { UserKind } from '../../support/app/test-users';
import { homeQuery } from '../../support/home-query';

type Query = Readonly<Record<string, string>>;

const listPath = (variant: string, query: Query) => `/api/${variant}?${new URLSearchParams(query).toString()}`;

/** Every home list with one parameter changed: none of these is a home list. */
function almostHomeQueries(): (readonly [string, string])[] {
  const changes: readonly ((query: Query) => Query)[] = [
    (q) => ({ ...q, query: `${q['query']} ` }),
    (q) => ({ ...q, query: (q['query'] ?? '').toUpperCase() }),
    (q) => ({ ...q, query: `${q['query']}s` }),
    (q) => ({ ...q, query: (q['query'] ?? '').slice(0, -1) }),
    (q) => ({ ...q, query: 'wedding' }),
    (q) => ({ ...q, sort: 'asc' }),
    (q) => ({ ...q, period: '30_days' }),
    (q) => ({ ...q, per_page: '10' }),
    (q) => ({ ...q, per_page: '4' }),
    (q) => ({ ...q, page: '2' }),
    (q) => ({ ...q, use_momentum: 'false' }),
    ({ use_momentum: _, ...q }) => q,
    ({ metric: _, ...q }) => q,
    ({ period: _, ...q }) => q,
  ];
  const changed = homeLists.flatMap(({ variant, keyword }) =>
    changes.map((change) => [variant, listPath(variant, change(homeQuery(keyword)))] as const),
  );
  const elsewhere = homeLists.map(({ variant, keyword }) => {
    const other = variant === 'boards' ? 'pinners' : 'boards';
    return [other, listPath(other, homeQuery(keyword))] as const;
  });
  return [...changed, ...elsewhere];
}

describe('the premium wall', () => {
  const database = useTestDatabase();
  const servers = new Map<string, TestApp>();

  beforeAll(async () => {
    for (let i = 0; i < 45; i++) {
      await insertEntity(database.pool, 'boards', {
        name: i % 2 ? `etsy finds ${i}` : `pinterest marketing ${i}`,
        follower_count: i,
        momentum: i,
      });
      await insertEntity(database.pool, 'pinners', {
        name: i % 2 ? `make money ${i}` : `fashion blogging ${i}`,
        follower_count: i,
        momentum: i,
      });
    }
    await updateCatalogStats(database.pool);
    for (const viewer of ['anonymous', 'free', 'premium', 'admin']) {
      servers.set(viewer, await createTestApp(database.url, { as: viewer === 'anonymous' ? undefined : (viewer as UserKind) }));
    }
  });

  const getList = (viewer: string, address: string) => {
    const server = servers.get(viewer);
    if (!server) throw new Error(viewer);
    return server.get(address);
  };

  it.each(homeLists.flatMap((list) => ['anonymous', 'free', 'premium', 'admin'].map((viewer) => [list, viewer] as const)))(
    'shows the home list %j to %s, with momentum',
    async (list, viewer) => {
      const { status, body } = await getList(viewer, listPath(list.variant, homeQuery(list.keyword)));
      expect(status).toBe(200);
      const rows = body[list.variant] as { name: string; momentum_score: number }[];
      expect(rows).toHaveLength(5);
      expect(rows.every((row) => row.name.startsWith(list.keyword) && row.momentum_score > 0)).toBe(true);
    },
  );

  const misses = almostHomeQueries();

  it('is tested with at least sixty almost-matching searches', () => expect(misses.length).toBeGreaterThanOrEqual(60));

  it.each(misses)('refuses a near miss in %s to visitors and free users, not to premium users: %s', async (_, address) => {
    for (const viewer of ['anonymous', 'free']) {
      const { status, body } = await getList(viewer, address);
      expect({ status, code: body['code'], error: body['error'] }).toEqual({
        status: 403,
        code: 'premium_required',
        error: 'Keyword search is a Premium feature.',
      });
      expect(body['errors']).toEqual(['Keyword search is a Premium feature.']);
    }
    for (const viewer of ['premium', 'admin']) expect((await getList(viewer, address)).status).toBe(200);
  });

  it.each([
    ['page=1', 200],
    ['page=3&per_page=10', 200],
    ['page=4', 403],
    ['page=1&per_page=11', 403],
    ['page=1&per_page=101', 400],
    ['page=4&per_page=100', 403],
  ])('lets visitors read three pages of ten rows: %s is %d', async (query, status) => {
    expect((await getList('anonymous', `/api/boards?${query}`)).status).toBe(status);
  });

  it('lets premium users read to the last page and beyond', async () => {
    expect((await getList('premium', '/api/boards?page=5')).body['boards']).toHaveLength(5);
    expect((await getList('premium', '/api/boards?page=6')).body).toMatchObject({ boards: [], total: 45, page: 6 });
    expect((await getList('premium', '/api/boards?per_page=100')).body['boards']).toHaveLength(45);
  });

  it('shows momentum in lists only to viewers who may see it', async () => {
    expect((await getList('premium', '/api/boards?order_by=momentum_score')).status).toBe(200);
    expect((await getList('free', '/api/boards?order_by=momentum_score')).body['error']).toBe('Momentum scores are a Premium feature.');
    const { body } = await getList('anonymous', '/api/boards');
    expect(Object.keys((body['boards'] as object[])[0] ?? {})).not.toContain('momentum_score');
  });

  it('refuses a filter that is part of Premium, with its name', async () => {
    for (const viewer of ['anonymous', 'free']) {
      expect((await getList(viewer, '/api/boards?followers=40..')).body).toMatchObject({
        error: 'Filtering by followers is part of Premium.',
        code: 'premium_required',
      });
      expect((await getList(viewer, '/api/boards?script=latin')).body).toMatchObject({ total: 45 });
    }
    expect((await getList('premium', '/api/boards?followers=40..')).body).toMatchObject({ total: 5 });
    expect((await getList('premium', '/api/boards?followers=..40&query=etsy')).body).toMatchObject({ total: 20 });
  });

  it('ignores unknown parameters, and the filters of other lists', async () => {
    expect((await getList('anonymous', '/api/boards?Query=wedding&q=wedding&saves=9..5&website=1')).body['total']).toBe(45);
  });
});

describe('a keyword in the place of a home list', () => {
  const settings = { HOME_KEYWORDS: 'etsy: knitting, crochet', FREE_SEARCHES: '2' };
  const inPlace = { ...homeQuery('etsy'), query: 'knitting' };
  const site = useTestApp({ settings });

  it.each<[what: string, query: Query, status: number]>([
    ['for its list, with exactly its parameters', inPlace, 200],
    ['with other parameters', { ...inPlace, page: '2' }, 403],
    ['with more rows', { ...inPlace, per_page: '10' }, 403],
    ['in another order', { ...inPlace, order_by: 'follower_count' }, 403],
    ['with a filter', { ...inPlace, topic: 'yarn' }, 403],
    ['and not another keyword', { ...inPlace, query: 'sewing' }, 403],
  ])('is free %s', async (_, query, status) => {
    expect((await site.get(listPath('boards', query))).status).toBe(status);
  });

  it('is not free in another list, and not counted as a free search', async () => {
    expect((await site.get(listPath('pinners', inPlace))).status).toBe(403);
    const as = await site.createUser('free');
    for (const query of [inPlace, homeQuery('etsy')])
      expect((await site.request('GET', listPath('boards', query), { as })).headers['x-free-searches-left']).toBe('2');
  });

  it('is ranked by followers where no row has momentum', async () => {
    const { pool } = site.database;
    for (const [index, follower_count] of [5, 90, null, 40].entries())
      await insertEntity(pool, 'boards', { _id: `b${index}`, name: 'Knitting', follower_count, momentum: null });
    await updateCatalogStats(pool);
    const fresh = await createTestApp(site.database.url, { settings });
    const rows = (await fresh.get(listPath('boards', inPlace))).body['boards'] as { _id: string }[];
    expect(rows.map(({ _id }) => _id)).toEqual(['b1', 'b3', 'b0', 'b2']);
    await fresh.close();
  });
});
