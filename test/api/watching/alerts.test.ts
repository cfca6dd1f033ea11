import { LockScope } from '#domain/jobs/lock-scope';
import { EvaluateAlerts } from '#server/watching/evaluate-alerts';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { insertEntity } from '../../support/database/insert-entity';
import { emptyTables } from '../../support/database/test-database';

const RULES_URL = '/api/users/me/alert-rules';
const ALERTS_URL = '/api/users/me/alerts';

const site = useTestApp({ settings: { DEMO: 'false' } });
let ana: TestUser;
let paul: TestUser;
let list: string;

beforeAll(async () => {
  await insertEntity(site.database.pool, 'boards', { _id: 'x/1', name: 'Etsy gift ideas', follower_count: 3_231, momentum: 50 });
});

beforeEach(async () => {
  await emptyTables(site.database.pool, 'users, watchlists');
  await site.database.pool.query('update board_scores set score = (select array_agg(50::real) from unnest(score))');
  [ana, paul] = [await site.createUser('free'), await site.createUser('premium')];
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
  await site.database.pool.query('update board_scores set score = (select array_agg($1::real) from unnest(score))', [score]);
  await site.database.pool.query('update catalog_stats set scored_day = $1, scored_at = now()', [20_000 + day]);
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
    await site.database.pool.query(
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
    await site.database.pool.query(
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
