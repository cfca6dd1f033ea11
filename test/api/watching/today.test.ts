import type { FollowSuggestions, OwnSite, Today, TopicSuggestions } from '#domain/watching/today/contract';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { dayLabel, dayOf, MINUTES_PER_DAY } from '#domain/days';
import { LockScope } from '#domain/jobs/lock-scope';
import { EvaluateAlerts } from '#server/watching/evaluate-alerts';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { insertEntity } from '../../support/database/insert-entity';
import { emptyTables } from '../../support/database/test-database';

const today = dayOf(new Date());
const at = (...daysAgo: readonly number[]) => daysAgo.map((days) => (today - days) * MINUTES_PER_DAY + 60);
const picture = (name: string) => `https://i.pinimg.com/${name}.jpg`;

const site = useTestApp({ settings: { DEMO: 'false' } });
let ana: TestUser;
let paul: TestUser;

beforeAll(async () => {
  const { pool } = site.database;
  const mira = { pinner_id: 'mira', pinner_username: 'Mira_Makes' };
  await insertEntity(pool, 'pinners', { _id: 'mira', username: 'Mira_Makes', topics: ['recipes'], follower_count: 900 });
  await insertEntity(pool, 'pinners', { _id: 'rival', username: 'rival', topics: ['recipes'], follower_count: 950 });
  for (let index = 0; index < 6; index++) {
    await insertEntity(pool, 'boards', {
      _id: `board-${index}`,
      topics: ['Recipes'],
      checks_passed: index,
      checks_order: index,
      follower_count: 10,
    });
    await insertEntity(pool, 'pins', {
      _id: `soup-${index}`,
      name: `Soup ${index}`,
      topics: ['Recipes', 'soup recipe'],
      image_url: picture(`soup-${index}`),
      saves: 100 + index,
      saves_growth_last_90_days: 20 + index,
      momentum: 50 - index,
      board_id: 'board-1',
      domain: index < 2 ? 'www.my-soups.com' : 'other.com',
      ...(index < 2 ? mira : {}),
    });
  }
  // Mira's own boards, the best ones about recipes.
  for (const _id of ['own-1', 'own-2'])
    await insertEntity(pool, 'boards', { _id, topics: ['Recipes'], checks_passed: 9, checks_order: 9, follower_count: 10, ...mira });
  await insertEntity(pool, 'pins', { _id: 'own-soup', topics: ['soup recipe'], saves: 1, board_id: 'own-2' });
  // From one save to two: 100 percent, and no news.
  await insertEntity(pool, 'pins', {
    _id: 'tiny',
    topics: ['recipes'],
    image_url: picture('tiny'),
    saves: 2,
    saves_growth_last_90_days: 100,
  });
  for (let index = 0; index < 3; index++) await insertEntity(pool, 'pins', { topics: ['recipes'], saves: 1 });
  // One is gone, which lists have too.
  for (let index = 0; index < 20; index++) await insertEntity(pool, 'pins', { topics: ['cars'], saves: 1, searchable: index > 0 });
  await insertEntity(pool, 'boards', {
    _id: 'rising',
    series: { at: at(9, 1), follower_count: [100, 110] },
    follower_growth_last_90_days: 30,
  });
  await insertEntity(pool, 'boards', { _id: 'falling', series: { at: at(9, 2), follower_count: [100, 80] } });
  await insertEntity(pool, 'boards', {
    _id: 'silent',
    series: { at: at(20, 12), follower_count: [100, 150] },
    follower_growth_last_90_days: 50,
  });
  await site.app.get(RecomputeKeywords).recompute();
});
beforeEach(async () => {
  await emptyTables(site.database.pool, 'users, watchlists');
  [ana, paul] = [await site.createUser('free'), await site.createUser('premium')];
});

const send = (method: 'GET' | 'PUT', path: string, as: TestUser | null = null, body?: unknown) =>
  site.request(method, `/api${path}`, { ...(as && { as }), body });
const read = async <T>(path: string, as: TestUser | null = null) => (await send('GET', path, as)).body as unknown as T;
const viewToday = (as: TestUser, query = '') => read<Today>(`/users/me/today${query}`, as);
const watch = (as: TestUser, entity: string, entity_id: string) =>
  site.request('POST', '/api/users/me/watchlists/default/items', { as, body: { entity, entity_id } });

describe('topics', () => {
  it('are kept per account, as the filter of lists compares them', async () => {
    const saved = await send('PUT', '/users/me/topics', ana, { topics: [' Recipes ', 'recipes', 'Home Decor'] });
    expect([saved.status, saved.body]).toEqual([200, { topics: ['recipes', 'home decor'] }]);
    expect(await read('/users/me/topics', ana)).toEqual({ topics: ['recipes', 'home decor'] });
    expect(await read('/users/me/topics', paul)).toEqual({ topics: [] });
  });

  it.each<[unknown, RegExp]>([
    [{ topics: [' '] }, /^topics.* must not be empty/],
    [{ topics: ['x'.repeat(201)] }, /^topics.* must be at most 200 characters/],
    [{ topics: ['a\0b'] }, /^topics.* not text/],
    [{ topics: Array.from({ length: 21 }, (_, index) => `t${index}`) }, /^topics must be at most 20/],
  ])('refuse %j', async (body, message) => {
    const response = await send('PUT', '/users/me/topics', ana, body);
    expect([response.status, response.body['error']]).toEqual([400, expect.stringMatching(message)]);
  });

  it('are suggested to everyone with pictures, those with the most pins first', async () => {
    const { topics } = await read<TopicSuggestions>('/topics');
    expect(topics.map(({ topic, pins, pictures }) => [topic, pins, pictures.length])).toEqual([
      ['cars', 20, 0],
      ['recipes', 10, 3],
      ['soup recipe', 7, 3],
    ]);
    expect(new Set(topics.flatMap(({ pictures }) => pictures)).size).toBe(6);
  });
});

describe('the own site', () => {
  it.each([
    ['https://www.My-Soups.com/recipes?x=1', 'my-soups.com'],
    ['@mira_makes', '@mira_makes'],
    ['pinterest.com/Mira_Makes/', '@mira_makes'],
  ])('%s has its pins in the catalog', async (text, name) => {
    const own = (await send('PUT', '/users/me/site', ana, { site: text })).body as unknown as OwnSite;
    expect({ ...own, top_pins: own.top_pins.map(({ _id }) => _id) }).toEqual({
      site: name,
      pins: 2,
      saves: 201,
      top_pins: ['soup-1', 'soup-0'],
    });
  });

  it('is the website of a linked account where none was given', async () => {
    await site.sql(
      `insert into linked_accounts (user_id, platform, external_id, username, website_url, access_token, key_id, access_expires_at, linked_at, read_at, renewed_at)
       values ($1, 'sandbox', 'x', 'mira', 'https://my-soups.com/', 'token', 't1', now(), now(), now(), now())`,
      [ana.id],
    );
    expect(await read('/users/me/site', ana)).toMatchObject({ site: 'my-soups.com', pins: 2 });
    expect((await viewToday(ana)).linked_accounts).toBe(1);
  });

  it('may be unknown to the catalog, and is removed with an empty text', async () => {
    expect((await send('PUT', '/users/me/site', ana, { site: 'unknown.example' })).body).toMatchObject({
      pins: 0,
      saves: null,
      top_pins: [],
    });
    expect((await send('PUT', '/users/me/site', ana, { site: '' })).body).toMatchObject({ site: null, pins: 0 });
  });
});

describe('what could be watched', () => {
  it('are boards that pass the most checks, and first those who are similar, without what is watched or the user’s own', async () => {
    await send('PUT', '/users/me/topics', ana, { topics: ['recipes'] });
    await send('PUT', '/users/me/site', ana, { site: 'my-soups.com' });
    await watch(ana, 'board', 'board-5');
    const { boards, pinners, rivals, are_of_topics } = await read<FollowSuggestions>('/users/me/suggestions', ana);
    expect(are_of_topics).toBe(true);
    expect(boards.map(({ _id }) => _id)).toEqual(['board-4', 'board-3', 'board-2', 'board-1', 'board-0']);
    expect([pinners.map(({ _id }) => _id), rivals]).toEqual([['rival'], 1]);
  });
});

describe('what could be watched of topics that only pins have', () => {
  it('are the boards and influencers with the most of these pins', async () => {
    await send('PUT', '/users/me/topics', ana, { topics: ['soup recipe'] });
    const { boards, pinners, rivals } = await read<FollowSuggestions>('/users/me/suggestions', ana);
    expect([boards.map(({ _id }) => _id), pinners.map(({ _id }) => _id), rivals]).toEqual([['board-1', 'own-2'], ['mira'], 0]);
    await send('PUT', '/users/me/site', ana, { site: '@mira_makes' });
    const others = await read<FollowSuggestions>('/users/me/suggestions', ana);
    expect(others.boards.map(({ _id }) => _id)).toEqual(['board-1']);
  });
});

describe('today', () => {
  it('counts what moved since a day, and shows what moved most', async () => {
    for (const id of ['rising', 'falling', 'silent']) await watch(ana, 'board', id);
    const { watched, since } = await viewToday(ana);
    expect(since).toBe(dayLabel(today - 7));
    expect(watched).toMatchObject({
      total: 3,
      rising: 1,
      falling: 1,
      unchanged: 0,
      unknown: 1,
      old: 0,
      gone: 0,
      is_over_90_days: false,
      alerts: 0,
    });
    expect(watched.movers.map(({ entity_id, change }) => [entity_id, change])).toEqual([
      ['falling', -20],
      ['rising', 10],
      ['silent', null],
    ]);
  });

  it('counts the growth over 90 days where nothing was read since the day', async () => {
    for (const id of ['rising', 'silent']) await watch(ana, 'board', id);
    const { watched, since } = await viewToday(ana, `?since=${dayLabel(today - 1)}`);
    expect([since, watched.is_over_90_days, watched.rising, watched.unknown]).toEqual([dayLabel(today - 1), true, 2, 0]);
  });

  it('refuses a day that is none', async () => {
    const response = await send('GET', '/users/me/today?since=2026-02-30', ana);
    expect([response.status, response.body['error']]).toEqual([400, expect.stringMatching(/^since must be a day/)]);
  });

  it('shows rising pins and keywords of the topics, by momentum and with opportunity with Premium only', async () => {
    for (const user of [ana, paul]) await send('PUT', '/users/me/topics', user, { topics: ['recipes'] });
    const [free, premium] = [await viewToday(ana), await viewToday(paul)];
    expect(free.rising_pins.map(({ _id }) => _id)).toEqual(['soup-5', 'soup-4', 'soup-3', 'soup-2', 'soup-1', 'soup-0']);
    expect(premium.rising_pins.map(({ _id }) => _id)).toEqual(['soup-0', 'soup-1', 'soup-2', 'soup-3', 'soup-4', 'soup-5']);
    expect([free.other_pins, premium.other_pins]).toEqual([[], []]);
    expect(free.rising_pins[0]).not.toHaveProperty('momentum_score');
    expect(free.keywords.map(({ keyword, peak_month }) => [keyword, peak_month])).toEqual([['recipes', null]]);
    expect(free.keywords[0]).not.toHaveProperty('opportunity');
    expect(premium.keywords.map(({ keyword }) => keyword)).toEqual(expect.arrayContaining(['recipes', 'soup recipe']));
    expect(premium.keywords[0]).toHaveProperty('opportunity');
  });

  it('shows other pins of the topics where none is known to rise', async () => {
    await site.sql(
      `update pins set image_url = 'https://i.pinimg.com/car.jpg' where _id = (select min(_id) from pins where topics = '{cars}')`,
    );
    await send('PUT', '/users/me/topics', ana, { topics: ['cars'] });
    const { rising_pins, other_pins } = await viewToday(ana);
    expect([rising_pins, other_pins.length]).toEqual([[], 1]);
  });

  it('is new until topics are chosen or something is watched', async () => {
    expect(await viewToday(ana)).toMatchObject({ is_new: true, topics: [], rising_pins: [], keywords: [], saved_searches: [] });
    await watch(paul, 'board', 'rising');
    await send('PUT', '/users/me/topics', ana, { topics: [] });
    expect([(await viewToday(ana)).is_new, (await viewToday(paul)).is_new]).toEqual([false, false]);
  });
});

describe('a watched board', () => {
  const RULES_URL = '/api/users/me/alert-rules';
  const ALERTS_URL = '/api/users/me/alerts';

  let list: string;

  beforeAll(async () => {
    await insertEntity(site.database.pool, 'boards', { _id: 'x/1', name: 'Etsy gift ideas', follower_count: 3_231, momentum: 50 });
  });

  beforeEach(async () => {
    await site.sql('update board_scores set score = (select array_agg(50::real) from unnest(score))');
    list = await watchedListOf(paul);
  });

  async function watchedListOf(user: TestUser): Promise<string> {
    const body = { entity: 'board', entity_id: 'x/1' };
    return String((await site.request('POST', '/api/users/me/watchlists/default/items', { as: user, body })).body['watchlist_id']);
  }

  const momentum = () => ({ measure: 'momentum', threshold: 60, watchlist_id: list });
  const create = (as: TestUser, body: unknown) => site.request('POST', RULES_URL, { as, body });
  const rulesOf = async (as: TestUser) => (await site.request('GET', RULES_URL, { as })).body;
  const alertsOf = async (as: TestUser) => (await site.request('GET', ALERTS_URL, { as })).body as unknown as Alerts;

  interface Alerts {
    readonly alerts: readonly { readonly _id: string; readonly title: string }[];
    readonly unread_count: number;
  }

  /** Publishes scores as of a day after 20,000, and evaluates the rules. */
  async function recompute(day: number, score: number): Promise<void> {
    await site.sql('update board_scores set score = (select array_agg($1::real) from unnest(score))', [score]);
    await site.sql('update catalog_stats set scored_day = $1, scored_at = now()', [20_000 + day]);
    await site.app.get(EvaluateAlerts, { strict: false }).run(new LockScope());
  }

  describe('alert rules', () => {
    it('are created, changed, and deleted', async () => {
      const { status, body } = await create(paul, momentum());
      expect(status).toBe(200);
      const rule = {
        _id: expect.any(String),
        ...momentum(),
        direction: 'above',
        period: null,
        watched_item_id: null,
        saved_search_id: null,
        target_name: 'Watchlist',
      };
      expect(body).toEqual({ ...rule, sentence: 'Momentum rises to 60' });
      expect(await rulesOf(paul)).toEqual({ rules: [body], limit: 50 });
      const url = `${RULES_URL}/${String(body['_id'])}`;
      const growth = { measure: 'growth', direction: 'below', threshold: -5, period: '7_days', watchlist_id: list };
      expect(await site.request('PATCH', url, { as: paul, body: growth })).toMatchObject({
        status: 200,
        body: { ...growth, sentence: 'Growth over 7 days falls to -5.0%' },
      });
      expect((await site.request('DELETE', url, { as: paul })).status).toBe(204);
      expect(await site.request('DELETE', url, { as: paul })).toMatchObject({
        status: 404,
        body: { error: 'This alert rule no longer exists.' },
      });
      expect((await site.request('PATCH', url, { as: paul, body: growth })).status).toBe(404);
      expect(await rulesOf(paul)).toEqual({ rules: [], limit: 50 });
    });

    it('are part of Premium; those of a user without it stay and can be deleted', async () => {
      const anasList = await watchedListOf(ana);
      const body = { ...momentum(), watchlist_id: anasList };
      expect(await create(ana, body)).toMatchObject({
        status: 403,
        body: { error: 'Alerts are part of Premium.', code: 'premium_required' },
      });
      const id = String((await create(paul, momentum())).body['_id']);
      await site.sql(
        `update subscriptions set status = 'canceled', ends_at = now() - interval '1 hour', ended_at = now() - interval '1 hour'`,
      );
      expect(await rulesOf(paul)).toMatchObject({ rules: [{ _id: id }], limit: 0 });
      expect((await site.request('PATCH', `${RULES_URL}/${id}`, { as: paul, body: momentum() })).status).toBe(403);
      expect((await site.request('DELETE', `${RULES_URL}/${id}`, { as: paul })).status).toBe(204);
    });

    it('treat what another user has as missing', async () => {
      const pia = await site.createUser('premium');
      const id = String((await create(paul, momentum())).body['_id']);
      expect(await create(pia, momentum())).toMatchObject({ status: 404, body: { error: 'This watchlist no longer exists.' } });
      const piasList = await watchedListOf(pia);
      const attempts = [
        site.request('PATCH', `${RULES_URL}/${id}`, { as: pia, body: { ...momentum(), watchlist_id: piasList } }),
        site.request('DELETE', `${RULES_URL}/${id}`, { as: pia }),
      ];
      expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([404, 404]);
      expect(await rulesOf(paul)).toMatchObject({ rules: [{ _id: id, threshold: 60 }] });
      expect(await rulesOf(pia)).toMatchObject({ rules: [] });
    });

    it('are about one item if they say so, which must be your own, and go with it', async () => {
      const itemOf = async (user: TestUser, id: string) => {
        const { body } = await site.request('GET', `/api/users/me/watchlists/${id}`, { as: user });
        return String((body['items'] as { _id: string }[])[0]?._id);
      };
      const item = await itemOf(paul, list);
      const { status, body } = await create(paul, { measure: 'gone', watched_item_id: item });
      expect([status, body]).toMatchObject([
        200,
        { watchlist_id: null, watched_item_id: item, target_name: 'Etsy gift ideas', sentence: 'Something is gone' },
      ]);
      const pia = await site.createUser('premium');
      expect(await create(pia, { measure: 'gone', watched_item_id: item })).toMatchObject({
        status: 404,
        body: { error: 'This item of a watchlist no longer exists.' },
      });
      const change = { measure: 'momentum', threshold: 60, watched_item_id: await itemOf(pia, await watchedListOf(pia)) };
      expect((await site.request('PATCH', `${RULES_URL}/${String(body['_id'])}`, { as: paul, body: change })).status).toBe(404);
      await site.request('DELETE', `/api/users/me/watchlists/${list}/items/${item}`, { as: paul });
      expect(await rulesOf(paul)).toMatchObject({ rules: [] });
    });

    it('end at fifty, also for concurrent calls', async () => {
      const responses = await Promise.all(Array.from({ length: 52 }, () => create(paul, momentum())));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(50);
      expect(responses.find(({ status }) => status !== 200)).toMatchObject({
        status: 422,
        body: { error: 'You can have up to 50 alert rules.', code: 'watch_limit' },
      });
    });

    it('go with their list or search', async () => {
      await create(paul, momentum());
      const search = await site.request('POST', '/api/users/me/saved-searches', {
        as: paul,
        body: { name: 'Recipes', variant: 'pins', query: 'topic=recipes' },
      });
      const id = String(search.body['_id']);
      expect(await create(paul, { measure: 'new_match', saved_search_id: id })).toMatchObject({
        status: 200,
        body: { target_name: 'Recipes', sentence: 'New rows match the search' },
      });
      await site.request('DELETE', `/api/users/me/saved-searches/${id}`, { as: paul });
      await site.request('DELETE', `/api/users/me/watchlists/${list}`, { as: paul });
      expect(await rulesOf(paul)).toMatchObject({ rules: [] });
      expect(await create(paul, { measure: 'new_match', saved_search_id: id })).toMatchObject({
        status: 404,
        body: { error: 'This saved search no longer exists.' },
      });
    });

    it.each([
      [{}, 'measure must be one of growth, momentum, count, stale, jump, gone, new_match'],
      [{ measure: 'gone', watched_item_id: 'mine' }, 'watched_item_id must be the id of a watched item'],
      [{ measure: 'gone', watched_item_id: 'list', watchlist_id: 'list' }, 'watched_item_id must be the id of a watched item'],
      [{ measure: 'growth', threshold: 5, watchlist_id: 'list' }, 'period is missing: growth needs it'],
      [{ measure: 'momentum', threshold: 60, watchlist_id: 'mine' }, 'watchlist_id must be the id of a watchlist'],
    ])('answer bad input with the name of the field: %j', async (input, error) => {
      const body = 'watchlist_id' in input && input.watchlist_id === 'list' ? { ...input, watchlist_id: list } : input;
      const response = await create(paul, body);
      expect([response.status, response.body['error']]).toEqual([400, expect.stringContaining(error)]);
    });
  });

  describe('alerts', () => {
    it('say what happened, with a link, and are unread until they are marked', async () => {
      await create(paul, momentum());
      await recompute(1, 50);
      expect(await alertsOf(paul)).toEqual({ alerts: [], unread_count: 0 });
      await recompute(2, 62);
      const alert = {
        _id: expect.any(String),
        entity: 'board',
        entity_id: 'x/1',
        title: 'Etsy gift ideas',
        text: 'Momentum rose to 62.',
        path: '/board/x%2F1/',
        day: '2024-10-06',
        is_read: false,
      };
      const found = await alertsOf(paul);
      expect(found).toEqual({ alerts: [alert], unread_count: 1 });
      expect(await alertsOf(ana)).toEqual({ alerts: [], unread_count: 0 });
      const body = { alert_ids: found.alerts.map(({ _id }) => _id) };
      expect((await site.request('POST', `${ALERTS_URL}/read`, { as: ana, body })).status).toBe(204);
      expect(await alertsOf(paul)).toMatchObject({ unread_count: 1 });
      expect((await site.request('POST', `${ALERTS_URL}/read`, { as: paul, body })).status).toBe(204);
      expect(await alertsOf(paul)).toEqual({ alerts: [{ ...alert, is_read: true }], unread_count: 0 });
    });

    it('are the last fifty', async () => {
      await site.sql(
        `insert into alerts (user_id, day, entity, entity_id, title, measure, direction, threshold, "value", created_at)
         select $1, 20000, 'board', i, 'Board ' || i, 'momentum', 'above', 60, 62, now() - i * interval '1 minute' from generate_series(1, 60) i`,
        [paul.id],
      );
      const { alerts, unread_count } = await alertsOf(paul);
      expect([alerts.length, unread_count, alerts[0]?.title, alerts[49]?.title]).toEqual([50, 50, 'Board 1', 'Board 50']);
    });

    it.each([[{}], [{ alert_ids: [] }], [{ alert_ids: ['x'] }], [{ alert_ids: 'all' }]])('refuse to mark %j', async (body) => {
      const response = await site.request('POST', `${ALERTS_URL}/read`, { as: paul, body });
      expect([response.status, response.body['error']]).toEqual([400, expect.stringContaining('alert_ids')]);
    });
  });
});
