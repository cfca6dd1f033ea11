import { jest } from '@jest/globals';
import { ReadModel } from '#domain/catalog/read-model';
import { Clock } from '#domain/clock';
import { DAY_MS } from '#domain/durations';
import { WriterScope } from '#domain/jobs/write-lock';
import { type TestApp, createTestApp, createTestAppWithDatabase, type TestAppWithDatabase } from '../../support/app/test-app';
import type { TestUser, UserKind } from '../../support/app/test-users';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';

describe('keyword searches', () => {
  const pins = [
    { _id: 'a', name: 'Handmade earrings on Etsy', saves: 9, topics: ['jewellery'], pinner_username: 'mira_makes' },
    { _id: 'b', name: 'Etsy shop checklist', saves: 8, description: 'For sellers who sell on weekends', queries: ['small business'] },
    { _id: 'c', name: 'Café crème', saves: 7, description: 'Beside the toys' },
    { _id: 'd', name: '家庭料理レシピ', saves: 6 },
    { _id: 'e', name: 'อาหารไทยง่ายๆ', saves: 5 },
    { _id: 'f', name: '旅行攻略大全 🌿', saves: 4 },
    { _id: 'g', name: '100 % wool_socks \\ warm', saves: 3 },
  ];

  describe.each([
    ['the tables themselves', '1000000'],
    ['the ordered read model', '1'],
  ])('keyword searches in %s', (_, from) => {
    const database = useTestDatabase();
    let server: TestApp;

    beforeAll(async () => {
      for (const pin of pins) await insertEntity(database.pool, 'pins', pin);
      await updateCatalogStats(database.pool);
      server = await createTestApp(database.url, { settings: { ORDERED_LISTS_FROM: from }, as: 'premium' });
      await server.app.get(ReadModel).rebuild(new WriterScope());
    });

    const search = async (query: string) => {
      const { status, body } = await server.get(`/api/pins?query=${encodeURIComponent(query)}`);
      expect(status).toBe(200);
      return { ids: (body['pins'] as { _id: string }[]).map((pin) => pin._id).join(''), total: body['total'], match: body['match'] };
    };

    it.each([
      ['name', 'etsy', 'ab'],
      ['description', 'weekend', 'b'],
      ['topic words', 'jewellery', 'a'],
      ['the searches it was found in', 'small business', 'b'],
      ['owner', 'mira_makes', 'a'],
      ['several words, all of which must match', 'etsy earrings', 'a'],
      ['words of which one is missing', 'etsy croissant zzzzzz', ''],
      ['accents and case folded', 'CAFE CREME', 'c'],
      ['Japanese', '料理', 'd'],
      ['Thai', 'อาหาร', 'e'],
      ['Chinese', '攻略', 'f'],
      ['an emoji', '🌿', 'f'],
      ['an emoji that no row has', '🪴', ''],
      ['a wildcard as itself', '%', ''],
      ['an underscore as itself', '_', ''],
      ['a backslash as itself', '\\', ''],
      ['operators as words', 'etsy & | ! :* <-> \' " --', 'ab'],
    ])('searches %s', async (_what, query, ids) => expect((await search(query)).ids).toBe(ids));

    it('searches for the last word as a prefix when nothing matches exactly, and reports it', async () => {
      expect(await search('etsy chec')).toEqual({ ids: 'b', total: 1, match: { how: 'beginning', searched_for: 'etsy chec' } });
    });

    it.each([
      ['w', 'bg'],
      ['wo', 'g'],
      ['етs', ''],
    ])('searches for prefixes of one or two characters: %s', async (query, ids) => expect((await search(query)).ids).toBe(ids));

    it.each([
      ['esty', 'ab', 'etsy'],
      ['etsy checklsit', 'b', 'etsy checklist'],
      ['esty checklsit', 'b', 'etsy checklist'],
      ['esty checklis', 'b', 'etsy checklist'],
      ['caffe creme', 'c', 'cafe creme'],
      ['toyz', 'c', 'toys'],
      ['smal business', 'b', 'small business'],
    ])('takes the nearest known words for %j, and says which', async (query, ids, words) => {
      expect(await search(query)).toMatchObject({ ids, match: { how: 'nearest', searched_for: words } });
    });
  });
});

describe('free searches', () => {
  const HEADER = 'x-free-searches-left';

  let site: TestAppWithDatabase;
  let locked: TestApp;
  const users = new Map<UserKind, TestUser>();
  beforeAll(async () => {
    site = await createTestAppWithDatabase({ settings: { FREE_SEARCHES: '2' } });
    locked = await createTestApp(site.database.url);
    for (const name of ['etsy finds', 'soup recipes', 'garden ideas']) await insertEntity(site.database.pool, 'boards', { name });
    await updateCatalogStats(site.database.pool);
    for (const kind of ['registered', 'premium', 'admin'] as const) users.set(kind, await site.createUser(kind));
  });
  afterAll(async () => {
    await locked.close();
    await site.close();
  });

  const get = (as: TestUser | null | undefined, query: string, on: TestApp = site) =>
    on.request('GET', `/api/boards${query}`, { as: as ?? null });
  const totalSearches = async () =>
    (await site.database.pool.query<{ sum: number }>('select coalesce(sum(cardinality(search_hashes)), 0)::int sum from free_searches'))
      .rows[0]?.sum;

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
    await site.database.pool.query('delete from users where id = $1', [user.id]);
    const again = await site.createUser('free', 'sam@people.test');
    expect([(await get(again, '')).headers[HEADER], (await get(again, '?query=garden')).status]).toEqual(['0', 403]);
    expect((await get(await site.createUser('free', 'pat@people.test'), '')).headers[HEADER]).toBe('2');
    const { rows } = await site.database.pool.query('select * from free_searches');
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
