import { jest } from '@jest/globals';
import { ReadModel } from '#domain/catalog/read-model';
import { Clock } from '#domain/clock';
import { DAY_MS } from '#domain/durations';
import { WriterScope } from '#domain/jobs/write-lock';
import { type TestApp, createTestApp, useTestApp } from '../../support/app/test-app';
import type { TestUser, UserKind } from '../../support/app/test-users';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';

describe('keyword searches', () => {
  const server = useTestApp({ as: 'premium' });
  beforeAll(async () => {
    for (const pin of [
      { _id: 'a', name: 'Handmade earrings on Etsy', saves: 9, topics: ['jewellery'], pinner_username: 'mira_makes' },
      { _id: 'b', name: 'Etsy shop checklist', saves: 8, description: 'For sellers who sell on weekends', queries: ['small business'] },
      { _id: 'c', name: 'Café crème', saves: 7, description: 'Beside the toys' },
      { _id: 'd', name: '100 % wool_socks \\ warm', saves: 3 },
    ])
      await insertEntity(server.database.pool, 'pins', pin);
    await updateCatalogStats(server.database.pool);
    await server.app.get(ReadModel).rebuild(new WriterScope());
  });

  const search = async (query: string) => {
    const { body } = await server.get(`/api/pins?query=${encodeURIComponent(query)}`);
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

describe('free searches', () => {
  const HEADER = 'x-free-searches-left';

  const site = useTestApp({ settings: { FREE_SEARCHES: '2' } });
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
