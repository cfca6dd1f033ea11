import type { SavedKeywordList } from '#domain/watching/contract';
import { freeWatchLimits, keywordLimitSentence, premiumWatchLimits } from '#domain/watching/watch-limits';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { insertEntity } from '../../support/database/insert-entity';
import { emptyTables } from '../../support/database/test-database';

const LISTS_URL = '/api/users/me/watchlists';
const today = () => new Date().toISOString().slice(0, 10);

const site = useTestApp({ settings: { DEMO: 'false' } });
let ana: TestUser;
let ben: TestUser;
let paul: TestUser;

beforeAll(async () => {
  const { pool } = site.database;
  const growth = { follower_growth_last_90_days: 4.1, momentum: 62 };
  await insertEntity(pool, 'boards', {
    _id: 'b',
    name: 'Etsy gift ideas',
    follower_count: 3_231,
    image_url: 'https://i.pinimg.com/b.jpg',
    ...growth,
  });
  await insertEntity(pool, 'pinners', { _id: 'p', username: 'mira', name: null, follower_count: 90 });
  await insertEntity(pool, 'pins', {
    _id: 'x:1/2',
    name: null,
    description: 'A pin. Of two sentences.',
    saves: 12,
    saves_growth_last_90_days: -2,
  });
  for (let index = 0; index < 12; index++) await insertEntity(pool, 'boards', { _id: `many-${index}` });
});

beforeEach(async () => {
  await emptyTables(site.database.pool, 'users, watchlists');
  [ana, ben, paul] = [await site.createUser('free'), await site.createUser('free'), await site.createUser('premium')];
});

const post = (as: TestUser, path: string, body: unknown) => site.request('POST', `${LISTS_URL}${path}`, { as, body });
const view = async (as: TestUser, id: unknown) => site.request('GET', `${LISTS_URL}/${String(id)}`, { as });
const watch = (as: TestUser, entity: string, entity_id: string, list = 'default') => post(as, `/${list}/items`, { entity, entity_id });

describe('watching', () => {
  it('shows what is watched with its figures, the newest first', async () => {
    const { status, body } = await post(ana, '/default/items', { entity: 'board', entity_id: 'b', note: ' asked to join ' });
    expect(status).toBe(200);
    await watch(ana, 'pinner', 'p');
    await watch(ana, 'pin', 'x:1/2');
    const list = await view(ana, body['watchlist_id']);
    expect(list.headers['cache-control']).toBe('no-store');
    const shared = { _id: expect.any(String), added_on: today(), is_gone: false, owner: null, pictures: [], sparkline: null };
    const plain = { ...shared, image_url: null, growth_last_90_days: null, read_on: null, note: '' };
    const gifts = { title: 'Etsy gift ideas', image_url: 'https://i.pinimg.com/b.jpg', note: 'asked to join' };
    expect(list.body).toEqual({
      _id: body['watchlist_id'],
      name: 'Watchlist',
      items: [
        { ...plain, entity: 'pin', entity_id: 'x:1/2', title: 'A pin.', value: 12, growth_last_90_days: -2, added_value: 12 },
        { ...plain, entity: 'pinner', entity_id: 'p', title: 'mira', value: 90, added_value: 90 },
        { ...plain, entity: 'board', entity_id: 'b', ...gifts, value: 3_231, growth_last_90_days: 4.1, added_value: 3_231 },
      ],
    });
  });

  it('shows momentum with Premium only', async () => {
    const lists = await Promise.all([ana, paul].map(async (user) => view(user, (await watch(user, 'board', 'b')).body['watchlist_id'])));
    expect(lists.map(({ body }) => (body['items'] as { momentum_score?: number }[])[0]?.momentum_score)).toEqual([undefined, 62]);
  });

  it('says that a deleted entity and one that its source no longer finds are gone, and keeps its title and note', async () => {
    await insertEntity(site.database.pool, 'boards', { _id: 'leaving', name: 'Short-lived', follower_count: 5 });
    const { body } = await post(ana, '/default/items', { entity: 'board', entity_id: 'leaving', note: 'why' });
    await insertEntity(site.database.pool, 'boards', { _id: 'hidden', name: 'Hidden', follower_count: 5, searchable: false });
    await watch(ana, 'board', 'hidden');
    await site.sql(`delete from board_metrics where _id = 'leaving'; delete from boards where _id = 'leaving'`);
    expect((await view(ana, body['watchlist_id'])).body['items']).toEqual([
      expect.objectContaining({ title: 'Hidden', is_gone: true, value: null, growth_last_90_days: null, added_value: 5 }),
      expect.objectContaining({ title: 'Short-lived', note: 'why', is_gone: true, value: null, growth_last_90_days: null, added_value: 5 }),
    ]);
    expect(await watch(ana, 'board', 'leaving')).toMatchObject({
      status: 404,
      body: { error: 'This board is not in our index any more.' },
    });
  });

  it('has the sparkline, the owner, and the pictures of a board', async () => {
    const day = Math.floor(Date.now() / 86_400_000);
    const series = { at: [(day - 30) * 1_440, day * 1_440], follower_count: [1, 2] };
    await insertEntity(site.database.pool, 'boards', { _id: 'collage', pinner_username: 'mira', series });
    const image_url = 'https://i.pinimg.com/p.jpg';
    await insertEntity(site.database.pool, 'pins', { _id: 'of-collage', board_id: 'collage', image_url });
    const { body } = await watch(ana, 'board', 'collage');
    expect((await view(ana, body['watchlist_id'])).body['items']).toEqual([
      expect.objectContaining({ owner: 'mira', pictures: [image_url], sparkline: expect.stringMatching(/A +.* *_/) }),
    ]);
  });

  it('lists the watchlists with the keys of their items and what the plan allows', async () => {
    const { body: key } = await watch(ana, 'board', 'b');
    expect((await site.request('GET', LISTS_URL, { as: ana })).body).toEqual({
      watchlists: [{ _id: key['watchlist_id'], name: 'Watchlist', items: [key] }],
      limits: { lists: 1, items_per_list: 10 },
    });
    expect((await site.request('GET', LISTS_URL, { as: paul })).body).toEqual({
      watchlists: [],
      limits: { lists: 20, items_per_list: 200 },
    });
  });

  it('ends at ten items in one list without Premium, also under concurrent calls', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, index) => watch(ana, 'board', `many-${index}`)));
    const [watched, refused] = [all.filter(({ status }) => status === 200), all.filter(({ status }) => status !== 200)];
    expect([watched.length, refused.length]).toEqual([10, 2]);
    const refusal = 'This list is full: it has room for 10 items, and with Premium for 200.';
    for (const each of refused) expect(each).toMatchObject({ status: 422, body: { error: refusal, code: 'watch_limit' } });
    // What is there already is returned as it is, though the list is full.
    const { body: key } = watched[0]!;
    expect((await post(ana, '/default/items', { entity: 'board', entity_id: key['entity_id'], note: 'later' })).body).toEqual(key);
    expect(((await view(ana, key['watchlist_id'])).body['items'] as { note: string }[]).map(({ note }) => note)).toEqual(
      Array(10).fill(''),
    );
    expect(await post(ana, '', { name: 'Second' })).toMatchObject({
      status: 422,
      body: { error: 'You can have 1 watchlist. Premium has up to 20.', code: 'watch_limit' },
    });
  });

  it('has room for twenty lists of more items with Premium, also under concurrent calls', async () => {
    const { body } = await post(paul, '', { name: 'Second' });
    for (let index = 0; index < 12; index++) expect((await watch(paul, 'board', `many-${index}`, String(body['_id']))).status).toBe(200);
    const lists = await Promise.all(Array.from({ length: 23 }, (_, index) => post(paul, '', { name: `List ${index}` })));
    expect(lists.filter(({ status }) => status === 422)).toHaveLength(4);
    expect((await site.request('GET', LISTS_URL, { as: paul })).body['watchlists']).toHaveLength(20);
  });

  it('changes and deletes lists, notes, and items', async () => {
    const { body: key } = await watch(ana, 'board', 'b');
    const list = `${LISTS_URL}/${String(key['watchlist_id'])}`;
    const item = `${list}/items/${String(key['_id'])}`;
    expect((await site.request('PATCH', list, { as: ana, body: { name: 'Boards' } })).status).toBe(204);
    expect((await site.request('PATCH', item, { as: ana, body: { note: 'ask again' } })).status).toBe(204);
    expect((await view(ana, key['watchlist_id'])).body).toMatchObject({ name: 'Boards', items: [{ note: 'ask again' }] });
    expect((await site.request('DELETE', item, { as: ana })).status).toBe(204);
    expect(await site.request('DELETE', item, { as: ana })).toMatchObject({
      status: 404,
      body: { error: 'This item is no longer in the watchlist.' },
    });
    expect((await site.request('DELETE', list, { as: ana })).status).toBe(204);
    expect(await view(ana, key['watchlist_id'])).toMatchObject({ status: 404, body: { error: 'This watchlist no longer exists.' } });
  });

  it('refuses a name that another list has', async () => {
    await post(paul, '', { name: 'Etsy' });
    expect(await post(paul, '', { name: 'Etsy ' })).toMatchObject({ status: 409, body: { error: 'You have a watchlist with this name.' } });
  });

  it('has a name of one line, without characters that turn the text around them', async () => {
    const [rightToLeft, isolate, lineSeparator] = [0x202e, 0x2066, 0x2028].map((code) => String.fromCodePoint(code));
    const name = ` a\r\nBcc: x${rightToLeft}gpj.exe${isolate}${lineSeparator}b\n`;
    const { status, body } = await site.request('POST', LISTS_URL, { as: ana, body: { name } });
    expect([status, body['name']]).toEqual([200, 'a Bcc: xgpj.exe b']);
    expect((await site.request('POST', LISTS_URL, { as: ana, body: { name: `${rightToLeft}\n` } })).body['error']).toBe(
      'name must not be empty',
    );
  });

  it('treats the lists of another user as missing', async () => {
    const { body: key } = await watch(ana, 'board', 'b');
    const list = `${LISTS_URL}/${String(key['watchlist_id'])}`;
    const item = `${list}/items/${String(key['_id'])}`;
    const attempts = [
      site.request('GET', list, { as: ben }),
      site.request('PATCH', list, { as: ben, body: { name: 'Mine' } }),
      site.request('DELETE', list, { as: ben }),
      site.request('POST', `${list}/items`, { as: ben, body: { entity: 'pin', entity_id: 'x:1/2' } }),
      site.request('PATCH', item, { as: ben, body: { note: 'mine' } }),
      site.request('DELETE', item, { as: ben }),
    ];
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await view(ana, key['watchlist_id'])).body).toMatchObject({ name: 'Watchlist', items: [{ note: '' }] });
  });

  it.each([
    ['POST', '/first/items', { entity: 'pin', entity_id: '1' }, 'id must be the id of a watchlist'],
    ['GET', '/default', undefined, 'id must be the id of a watchlist'],
  ] as const)('answers bad input with the name of the field: %s %s', async (method, path, body, error) => {
    expect(await site.request(method, `${LISTS_URL}${path}`, { as: ana, body })).toMatchObject({ status: 400, body: { error } });
  });
});

describe('saved keywords', () => {
  const URL = '/api/users/me/keywords';
  const fruits = ['apple', 'banana', 'cherry', 'damson', 'fig', 'grape', 'kiwi', 'lemon', 'mango', 'olive', 'plum', 'quince'];

  beforeAll(async () => {
    for (let copy = 0; copy < 7; copy++)
      await insertEntity(site.database.pool, 'pins', { topics: [...fruits, ...(copy < 5 ? ['Easy plum cakes'] : [])], saves: 10 });
    await site.app.get(RecomputeKeywords).recompute();
  });

  const save = (as: TestUser, ...keywords: readonly string[]) => site.request('POST', URL, { as, body: { keywords } });
  const remove = (as: TestUser, keyword: string) => site.request('DELETE', `${URL}/${encodeURIComponent(keyword)}`, { as });
  const list = async (as: TestUser) => JSON.parse((await site.request('GET', URL, { as })).text) as SavedKeywordList;
  const namesOf = async (as: TestUser) => (await list(as)).keywords.map(({ keyword }) => keyword).toSorted();

  it('have their figures, in one list per user, whatever their spelling', async () => {
    expect((await save(ana, 'PLUMS', 'easy plum cake', 'plum')).status).toBe(204);
    await save(ben, 'fig');
    const { keywords, limit } = await list(ana);
    expect(limit).toBe(freeWatchLimits.savedKeywords);
    expect(keywords.map(({ keyword, figures }) => [keyword, figures?.pins])).toEqual([
      ['easy plum cakes', 5],
      ['plum', 7],
    ]);
    expect(keywords[0]?.figures).not.toHaveProperty('opportunity');
    await save(paul, 'plum');
    expect((await list(paul)).keywords[0]?.figures).toHaveProperty('opportunity');
  });

  it('are removed by their owner only', async () => {
    await save(ana, 'plum', 'fig');
    expect((await remove(ben, 'plum')).status).toBe(404);
    expect((await remove(ana, 'Plums')).status).toBe(204);
    expect((await remove(ana, 'plum')).status).toBe(404);
    expect(await namesOf(ana)).toEqual(['fig']);
  });

  it('are all saved or none, up to the limit of the plan', async () => {
    const limit = freeWatchLimits.savedKeywords;
    await save(ana, ...fruits.slice(0, limit - 1));
    const refused = await save(ana, ...fruits.slice(0, limit + 1));
    expect([refused.status, refused.body['error']]).toEqual([422, keywordLimitSentence(limit)]);
    expect(await namesOf(ana)).toHaveLength(limit - 1);
    expect((await save(ana, ...fruits.slice(0, limit))).status).toBe(204);
    expect((await save(ana, ...fruits.slice(0, limit))).status).toBe(204);
    expect((await save(paul, ...fruits)).status).toBe(204);
    expect((await list(paul)).limit).toBe(premiumWatchLimits.savedKeywords);
  });

  it('never exceed the limit by concurrent requests', async () => {
    const statuses = await Promise.all(fruits.map(async (fruit) => (await save(ana, fruit)).status));
    expect(statuses.filter((status) => status === 204)).toHaveLength(freeWatchLimits.savedKeywords);
    expect(await namesOf(ana)).toHaveLength(freeWatchLimits.savedKeywords);
  });

  it('may be ones that too few pins have, as they were typed', async () => {
    expect((await save(ana, 'Durian Cake')).status).toBe(204);
    expect((await list(ana)).keywords).toMatchObject([{ keyword: 'durian cake', figures: null }]);
  });

  it.each<[unknown, number, RegExp]>([
    [{ keywords: ['plum', '!!!'] }, 404, /One of these is no keyword/],
    [{ keywords: [] }, 400, /^keywords must name a keyword/],
    [{ keywords: Array.from({ length: 101 }, () => 'plum') }, 400, /^keywords must be at most 100/],
  ])('refuse %j', async (body, status, message) => {
    const response = await site.request('POST', URL, { as: ana, body });
    expect([response.status, response.body['error']]).toEqual([status, expect.stringMatching(message)]);
    expect(await namesOf(ana)).toEqual([]);
  });
});

describe('a saved search', () => {
  const SEARCHES_URL = '/api/users/me/saved-searches';

  beforeEach(async () => {
    await emptyTables(site.database.pool, 'boards, board_metrics, board_histories, board_months, board_readings, board_scores');
    await insertBoards('old', 6);
    // Before any search is saved, also by a clock that counts milliseconds only.
    await site.sql(`update boards set added_at = now() - interval '1 hour'`);
  });

  /** Boards with followers 0, 10, 20 …, every second one about Etsy with a topic. */
  async function insertBoards(prefix: string, count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const etsy = index % 2 === 0 ? { name: `Etsy ${prefix} ${index}`, topics: ['Gifts'] } : { name: `Garden ${prefix} ${index}` };
      await insertEntity(site.database.pool, 'boards', { _id: `${prefix}-${index}`, follower_count: index * 10, ...etsy });
    }
  }

  const save = (as: TestUser, name: string, query: string, variant = 'boards') =>
    site.request('POST', SEARCHES_URL, { as, body: { name, variant, query } });
  const list = async (as: TestUser) =>
    JSON.parse((await site.request('GET', SEARCHES_URL, { as })).text) as {
      _id: string;
      name: string;
      query: string;
      new_count: number | null;
    }[];
  const newCounts = async (as: TestUser) => Object.fromEntries((await list(as)).map(({ name, new_count }) => [name, new_count]));

  it('counts the rows that were added since its owner last opened it, as counted by hand', async () => {
    await save(paul, 'all', '');
    await save(paul, 'topic', 'topic=gifts');
    await save(paul, 'followers', 'followers=20..&order_by=follower_count');
    await save(paul, 'keyword', 'query=etsy');
    await save(paul, 'keyword and filter', 'query=etsy&followers=..15');
    expect(new Set(Object.values(await newCounts(paul)))).toEqual(new Set([0]));
    await insertBoards('new', 5);
    expect(await newCounts(paul)).toEqual({ all: 5, topic: 3, followers: 3, keyword: 3, 'keyword and filter': 1 });
    const [all] = await list(paul);
    expect((await site.request('POST', `${SEARCHES_URL}/${all?._id}/seen`, { as: paul })).status).toBe(204);
    expect(await newCounts(paul)).toMatchObject({ all: 0, topic: 3 });
  });

  it('does not count rows again that an import changes', async () => {
    await save(ana, 'all', '');
    await site.sql(`update boards set imported_at = now() + interval '1 day', name = 'Renamed'`);
    expect(await newCounts(ana)).toEqual({ all: 0 });
  });

  it('is stored in one form, without the page', async () => {
    const saved = await save(ana, 'Gifts', 'page=3&unknown=1&topic=Gifts,recipes&sort=desc&per_page=10');
    expect(saved).toMatchObject({ status: 200, body: { name: 'Gifts', variant: 'boards', new_count: 0 } });
    expect(new URLSearchParams(String(saved.body['query'])).get('page')).toBeNull();
    const again = await save(ben, 'Gifts', String(saved.body['query']));
    expect(again.body['query']).toBe(saved.body['query']);
  });

  it('is one without Premium, and only of what the plan includes', async () => {
    await save(ana, 'Gifts', 'topic=gifts');
    expect(await save(ana, 'More', 'topic=gifts')).toMatchObject({
      status: 422,
      body: { error: 'You can save 1 search. Premium saves up to 50.', code: 'watch_limit' },
    });
    expect(await save(ben, 'Big', 'followers=20..')).toMatchObject({
      status: 403,
      body: { error: 'Filtering by followers is part of Premium.' },
    });
    expect(await save(ben, 'Etsy', 'query=etsy')).toMatchObject({ status: 403, body: { code: 'premium_required' } });
  });

  it('has no count when the plan no longer includes it', async () => {
    await save(paul, 'Etsy', 'query=etsy');
    await site.sql(`update subscriptions set ended_at = now() - interval '1 minute' where user_id = $1`, [paul.id]);
    expect(await newCounts(paul)).toEqual({ Etsy: null });
  });

  it('ends at fifty with Premium, also under concurrent calls', async () => {
    const saved = await Promise.all(Array.from({ length: 53 }, (_, index) => save(paul, `Search ${index}`, '')));
    expect(saved.filter(({ status }) => status === 422)).toHaveLength(3);
    expect(await list(paul)).toHaveLength(50);
  });

  it('refuses a name that another one has, and bad input with the name of the field', async () => {
    await save(paul, 'Gifts', '');
    expect(await save(paul, 'Gifts', 'topic=gifts')).toMatchObject({
      status: 409,
      body: { error: 'You have a saved search with this name.' },
    });
    expect(await save(paul, 'Bad', 'followers=many')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^query has a followers/) },
    });
    expect(await save(paul, ' ', '')).toMatchObject({ status: 400, body: { error: 'name must not be empty' } });
  });

  it('is missing for another user, and can be deleted', async () => {
    const { body } = await save(ana, 'Gifts', 'topic=gifts');
    const url = `${SEARCHES_URL}/${String(body['_id'])}`;
    expect((await site.request('DELETE', url, { as: ben })).status).toBe(404);
    expect((await site.request('POST', `${url}/seen`, { as: ben })).status).toBe(404);
    expect(await list(ben)).toEqual([]);
    expect((await site.request('DELETE', url, { as: ana })).status).toBe(204);
    expect(await list(ana)).toEqual([]);
  });
});
