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
    expect(list.body).toEqual({
      _id: body['watchlist_id'],
      name: 'Watchlist',
      items: [
        {
          ...shared,
          entity: 'pin',
          entity_id: 'x:1/2',
          title: 'A pin.',
          image_url: null,
          value: 12,
          growth_last_90_days: -2,
          read_on: null,
          note: '',
          added_value: 12,
        },
        {
          ...shared,
          entity: 'pinner',
          entity_id: 'p',
          title: 'mira',
          image_url: null,
          value: 90,
          growth_last_90_days: null,
          read_on: null,
          note: '',
          added_value: 90,
        },
        {
          ...shared,
          entity: 'board',
          entity_id: 'b',
          title: 'Etsy gift ideas',
          image_url: 'https://i.pinimg.com/b.jpg',
          value: 3_231,
          growth_last_90_days: 4.1,
          read_on: null,
          note: 'asked to join',
          added_value: 3_231,
        },
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
    await site.database.pool.query(`delete from board_metrics where _id = 'leaving'; delete from boards where _id = 'leaving'`);
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
