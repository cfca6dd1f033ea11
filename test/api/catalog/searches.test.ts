import { jest } from '@jest/globals';
import { homeLists } from '#domain/catalog/home-lists';
import { ReadModel } from '#domain/catalog/read-model';
import { Clock } from '#domain/clock';
import { DAY_MS } from '#domain/durations';
import { WriterScope } from '#domain/jobs/write-lock';
import { createTestApp, useTestApp, type TestApp } from '../../support/app/test-app';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import type { TestUser, UserKind } from '../../support/app/test-users';
import { homeQuery } from '../../support/home-query';

type Query = Readonly<Record<string, string>>;

const listPath = (variant: string, query: Query) => `/api/${variant}?${new URLSearchParams(query).toString()}`;

const site = useTestApp({ as: 'premium' });
const { database } = site;

describe('the premium wall', () => {
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

describe('keyword searches', () => {
  beforeAll(async () => {
    for (const pin of [
      { _id: 'a', name: 'Handmade earrings on Etsy', saves: 9, topics: ['jewellery'], pinner_username: 'mira_makes' },
      { _id: 'b', name: 'Etsy shop checklist', saves: 8, description: 'For sellers who sell on weekends', queries: ['small business'] },
      { _id: 'c', name: 'Café crème', saves: 7, description: 'Beside the toys' },
      { _id: 'd', name: '100 % wool_socks \\ warm', saves: 3 },
    ])
      await insertEntity(database.pool, 'pins', pin);
    await updateCatalogStats(database.pool);
    await site.app.get(ReadModel).rebuild(new WriterScope());
  });

  const search = async (query: string) => {
    const { body } = await site.get(`/api/pins?query=${encodeURIComponent(query)}`);
    return { ids: (body['pins'] as { _id: string }[]).map((pin) => pin._id).join(''), match: body['match'] };
  };

  it.each([
    ['names', 'etsy', 'ab'],
    ['descriptions', 'weekend', 'b'],
    ['topics', 'jewellery', 'a'],
    ['the searches that rows were found in', 'small business', 'b'],
    ['owners', 'mira_makes', 'a'],
    ['words that must all match', 'etsy earrings', 'a'],
    ['words of which one is missing', 'etsy croissant zzzzzz', ''],
    ['operators as words', 'etsy & | ! :* <-> \' " --', 'ab'],
  ])('look in %s: %s', async (_, query, ids) => expect((await search(query)).ids).toBe(ids));

  it.each([
    ['etsy chec', 'b'],
    ['w', 'bd'],
    ['wo', 'd'],
  ])('take the last word for a beginning where nothing matches exactly, and say so: %s', async (query, ids) =>
    expect(await search(query)).toEqual({ ids, match: { how: 'beginning', searched_for: query } }),
  );

  it.each([
    ['esty checklis', 'b', 'etsy checklist'],
    ['caffe creme', 'c', 'cafe creme'],
    ['smal business', 'b', 'small business'],
  ])('take the nearest known words for %j, and say which', async (query, ids, words) =>
    expect(await search(query)).toEqual({ ids, match: { how: 'nearest', searched_for: words } }),
  );
});

describe('searches without Premium', () => {
  const settings = { HOME_KEYWORDS: 'etsy: knitting, crochet', FREE_SEARCHES: '2' };
  const site = useTestApp({ settings });

  describe('a keyword in the place of a home list', () => {
    const inPlace = { ...homeQuery('etsy'), query: 'knitting' };

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

  describe('free searches', () => {
    const HEADER = 'x-free-searches-left';

    let locked: TestApp;
    const users = new Map<UserKind, TestUser>();
    beforeAll(async () => {
      locked = await createTestApp(site.database.url);
      for (const name of ['etsy finds', 'soup recipes', 'garden ideas']) await insertEntity(site.database.pool, 'boards', { name });
      await updateCatalogStats(site.database.pool);
      for (const kind of ['registered', 'premium', 'admin'] as const) users.set(kind, await site.createUser(kind));
    });

    const get = (as: TestUser | null | undefined, query: string, on: TestApp = site) =>
      on.request('GET', `/api/boards${query}`, { as: as ?? null });
    const totalSearches = async () =>
      (await site.sql<{ sum: number }>('select coalesce(sum(cardinality(search_hashes)), 0)::int sum from free_searches'))[0]?.sum;

    it('lets confirmed accounts search a number of times a day', async () => {
      const user = await site.createUser('free');
      const list = await get(user, '');
      expect([list.status, list.headers[HEADER], list.headers['cache-control']]).toEqual([200, '2', 'private, no-store']);
      const first = await get(user, '?query=etsy&order_by=best_match');
      expect([first.body['total'], first.headers[HEADER], first.headers['cache-control']]).toEqual([1, '1', 'private, no-store']);
      const again = await get(user, '?query=ETSY&sort=asc&script=latin');
      expect([again.status, again.headers[HEADER]]).toEqual([200, '1']);
      const otherList = await site.request('GET', '/api/pins?query=etsy', { as: user });
      expect([otherList.status, otherList.headers[HEADER]]).toEqual([200, '1']);
      expect((await get(user, '?query=soup')).headers[HEADER]).toBe('0');
      const refused = await get(user, '?query=garden');
      expect(refused.body).toEqual({
        error: 'You have used your 2 free searches of today. New ones start at midnight UTC.',
        errors: ['You have used your 2 free searches of today. New ones start at midnight UTC.'],
        code: 'premium_required',
      });
      expect([refused.status, refused.headers[HEADER], refused.headers['cache-control']]).toEqual([403, '0', 'no-store']);
      expect([(await get(user, '?query=soup')).status, (await get(user, '')).headers[HEADER]]).toEqual([200, '0']);
      const tomorrow = jest.spyOn(site.app.get(Clock), 'now').mockReturnValue(new Date(Date.now() + DAY_MS));
      expect((await get(user, '')).headers[HEADER]).toBe('2');
      tomorrow.mockRestore();
    });

    it('count only where they find something, in any list and after all are used up', async () => {
      const user = await site.createUser('free');
      const leftAfter = async (query: string) => {
        const { status, headers } = await get(user, query);
        return [status, headers[HEADER]];
      };
      expect(await leftAfter('?query=zzz')).toEqual([200, '2']);
      expect((await site.request('GET', '/api/pins?query=etsy', { as: user })).headers[HEADER]).toBe('2');
      expect(await leftAfter('?query=etsy')).toEqual([200, '1']);
      expect(await leftAfter('?query=soup')).toEqual([200, '0']);
      expect(await leftAfter('?query=zzz')).toEqual([200, '0']);
      expect(await leftAfter('?query=garden')).toEqual([403, '0']);
    });

    it('are not renewed by deleting the account, nor by a variant of the address', async () => {
      const user = await site.createUser('free', 'sam@people.test');
      for (const word of ['etsy', 'soup']) expect((await get(user, `?query=${word}`)).status).toBe(200);
      expect((await get(await site.createUser('free', 'sam+two@people.test'), '?query=garden')).status).toBe(403);
      await site.sql('delete from users where id = $1', [user.id]);
      const again = await site.createUser('free', 'sam@people.test');
      expect([(await get(again, '')).headers[HEADER], (await get(again, '?query=garden')).status]).toEqual(['0', 403]);
      expect((await get(await site.createUser('free', 'pat@people.test'), '')).headers[HEADER]).toBe('2');
      const rows = await site.sql('select * from free_searches');
      expect(JSON.stringify(rows)).not.toContain('sam');
    });

    it('includes nothing else of Premium', async () => {
      const user = await site.createUser('free');
      const before = await totalSearches();
      const refusals = ['&page=2', '&per_page=11', '&order_by=momentum_score', '&followers=1..', '&with=momentum_score'];
      for (const more of refusals) expect((await get(user, `?query=etsy${more}`)).body['code']).toBe('premium_required');
      expect((await site.request('GET', '/api/exports/boards?query=etsy', { as: user })).status).toBe(403);
      const view = { name: 'Etsy', variant: 'boards', query: 'query=etsy' };
      expect((await site.request('POST', '/api/users/me/saved-searches', { as: user, body: view })).body['code']).toBe('premium_required');
      expect(await totalSearches()).toBe(before);
    });

    it('refuses visitors and accounts whose address is not confirmed, with what to do', async () => {
      expect((await get(null, '?query=etsy')).body).toMatchObject({
        code: 'premium_required',
        error: 'Sign up to get 2 free searches a day.',
      });
      const unconfirmed = await get(users.get('registered'), '?query=etsy');
      expect(unconfirmed.body['error']).toBe('Confirm your email address to get 2 free searches a day.');
      expect((await get(users.get('registered'), '')).headers[HEADER]).toBeUndefined();
      expect((await get(null, '')).headers).toMatchObject({ 'cache-control': 'private, no-cache' });
    });

    it.each(['premium', 'admin'] as const)('never counts the searches of %s', async (kind) => {
      const before = await totalSearches();
      for (const query of ['etsy', 'soup', 'garden']) {
        const { status, headers } = await get(users.get(kind), `?query=${query}`);
        expect([status, headers[HEADER]]).toEqual([200, undefined]);
      }
      expect(await totalSearches()).toBe(before);
    });

    it('does not exceed the number with concurrent searches', async () => {
      const user = await site.createUser('free');
      const statuses = await Promise.all(
        ['etsy', 'soup', 'garden', 'finds', 'ideas'].map(async (query) => (await get(user, `?query=${query}`)).status),
      );
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 403, 403, 403]);
    });

    it('does not take away the searches of the day when the number is lowered', async () => {
      const user = await site.createUser('free');
      for (const word of ['etsy', 'soup']) await get(user, `?query=${word}`);
      const lowered = await createTestApp(site.database.url, { settings: { FREE_SEARCHES: '1' } });
      const answers = await Promise.all(['etsy', 'soup', 'garden'].map((word) => get(user, `?query=${word}`, lowered)));
      expect(answers.map(({ status, headers }) => [status, headers[HEADER]])).toEqual([200, 200, 403].map((status) => [status, '0']));
      await lowered.close();
    });

    it('is told by the stats, and changes nothing where it is off', async () => {
      expect((await site.get('/api/stats')).body['free_searches']).toBe(2);
      expect((await locked.get('/api/stats')).body['free_searches']).toBe(0);
      const user = await locked.createUser('free');
      const list = await get(user, '', locked);
      expect([list.headers[HEADER], list.headers['cache-control']]).toEqual([undefined, 'private, no-cache']);
      expect((await get(user, '?query=etsy', locked)).body['error']).toBe('Keyword search is a Premium feature.');
    });

    it('is documented with its header', async () => {
      const { body } = await site.get('/api/openapi.json');
      const paths = body['paths'] as Record<string, { get: { responses: Record<string, { headers?: object }> } }>;
      for (const list of ['/boards', '/pinners', '/pins'])
        expect(Object.keys(paths[list]?.get.responses['200']?.headers ?? {})).toEqual([HEADER]);
    });
  });
});
