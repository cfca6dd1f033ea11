import { homeLists } from '#domain/catalog/home-lists';
import { createTestApp, useTestApp } from '../../support/app/test-app';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import type { TestUser } from '../../support/app/test-users';
import { homeQuery } from '../../support/home-query';

type Query = Readonly<Record<string, string>>;

const listPath = (variant: string, query: Query) => `/api/${variant}?${new URLSearchParams(query).toString()}`;

describe('the premium wall', () => {
  const site = useTestApp();
  const { database } = site;
  const viewers = new Map<string, TestUser>();

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
    for (const kind of ['free', 'premium'] as const) viewers.set(kind, await site.createUser(kind));
  });

  const getList = (viewer: string, address: string) => site.request('GET', address, { as: viewers.get(viewer) ?? null });

  it.each(homeLists)('shows the home list %j to everyone, with momentum', async ({ variant, keyword }) => {
    for (const viewer of ['anonymous', 'free', 'premium']) {
      const { status, body } = await getList(viewer, listPath(variant, homeQuery(keyword)));
      expect(status).toBe(200);
      const rows = body[variant] as { name: string; momentum_score: number }[];
      expect(rows).toHaveLength(5);
      expect(rows.every((row) => row.name.startsWith(keyword) && row.momentum_score > 0)).toBe(true);
    }
  });

  it.each(homeLists)('refuses another page of the home list %j to visitors and free users', async ({ variant, keyword }) => {
    const address = listPath(variant, { ...homeQuery(keyword), page: '2' });
    const error = 'Keyword search is a Premium feature.';
    for (const viewer of ['anonymous', 'free'])
      expect(await getList(viewer, address)).toMatchObject({ status: 403, body: { code: 'premium_required', error, errors: [error] } });
    expect((await getList('premium', address)).status).toBe(200);
  });

  it('lets premium users read to the last page and beyond, and visitors three pages', async () => {
    for (const [page, status] of [
      [3, 200],
      [4, 403],
    ])
      expect((await getList('anonymous', `/api/boards?page=${page}`)).status).toBe(status);
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

  it('is free for its list, with exactly its parameters, and no other keyword is', async () => {
    expect((await site.get(listPath('boards', inPlace))).status).toBe(200);
    for (const change of [{ page: '2' }, { query: 'sewing' }])
      expect((await site.get(listPath('boards', { ...inPlace, ...change }))).status).toBe(403);
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
