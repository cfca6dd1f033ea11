import { type TestApp, createTestApp } from '../../../support/app/test-app';
import { useTestDatabase } from '../../../support/database/test-database';
import { DAY_MS } from '#domain/durations';
import { NotPossible, Unavailable } from '#domain/errors';
import { LockScope } from '#domain/jobs/lock-scope';
import { TendSubscriptions } from '#server/subscriptions/tend-subscriptions';
import type { TestUser } from '../../../support/app/test-users';
import { newPaddleId, paddleNotice, paddleSettings, signNotice, subscriptionData } from '../../../support/servers/paddle-notices';
import { subscriptionResponse, FakePaddle, managementUrls } from '../../../support/servers/fake-paddle';

describe('a plan bought through Paddle', () => {
  const database = useTestDatabase();
  let server: TestApp;
  let peer: FakePaddle;
  beforeAll(async () => {
    peer = new FakePaddle();
    server = await createTestApp(database.url, { settings: { ...paddleSettings, PADDLE_API_URL: await peer.listen() } });
  });
  afterAll(() => peer.close());

  /** A buyer and the data of the subscription. */
  const createSubscriber = async (owner?: TestUser): Promise<{ person: TestUser; data: Record<string, unknown> }> => {
    const person = owner ?? (await server.createUser('free'));
    const { body } = await server.request('GET', '/api/checkout', { as: person });
    const data = subscriptionData({ id: newPaddleId('sub'), custom_data: body['custom_data'] });
    const text = JSON.stringify(
      paddleNotice('subscription.created', data, { occurred_at: new Date(Date.now() - 10 * DAY_MS).toISOString() }),
    );
    const headers = { 'content-type': 'application/json', 'paddle-signature': signNotice(text) };
    await server.request('POST', '/api/webhooks/paddle', { as: null, body: text, headers });
    return { person, data };
  };
  const setPeerDown = () => peer.respondWith(500, { error: { type: 'api_error', code: 'internal_error', detail: 'x' } });
  /** Lets Paddle return this state of a subscription, as of now. */
  const setPeerState = (data: Record<string, unknown>) =>
    peer.respondWith(
      200,
      subscriptionResponse({ ...data, items: subscriptionResponse().data['items'], updated_at: new Date().toISOString() }),
    );
  /** The subscriptions that Paddle was asked about, without its first `earlier` requests. */
  const askedAbout = (earlier: number) => peer.requests.slice(earlier).map(({ url }) => /sub_\w+/.exec(url ?? '')?.[0]);
  const getProviderLink = (person: TestUser, purpose: string) =>
    server.request('GET', `/api/users/me/subscription/links/${purpose}`, { as: person });

  it('redirects the subscriber to the page that Paddle creates for the click', async () => {
    const { person, data } = await createSubscriber();
    setPeerState(data);
    expect(await getProviderLink(person, 'cancel')).toMatchObject({
      status: 302,
      headers: { location: managementUrls.cancel, 'cache-control': 'no-store' },
    });
    expect(await getProviderLink(person, 'update')).toMatchObject({
      status: 302,
      headers: { location: managementUrls.update_payment_method },
    });
    expect(peer.requests.at(-1)?.url).toContain(String(data['id']));
    const { body } = await server.request('GET', '/api/sessions', { as: person });
    expect(body).toMatchObject({ user: { paddle_subscription_cancel_url: '/api/users/me/subscription/links/cancel' } });
  });

  it.each(['javascript:alert(1)', 'https://evil.test/x', '//evil.test', 'https://paddle.com@evil.test'])(
    'never redirects to %s',
    async (cancel) => {
      const { person } = await createSubscriber();
      peer.respondWith(200, subscriptionResponse({ management_urls: { cancel } }));
      const response = await getProviderLink(person, 'cancel');
      expect(response.status).toBe(503);
      expect(response.headers['location']).toBeUndefined();
      expect(response.text).not.toContain('evil');
    },
  );

  it('cancels at the end of the paid period, and shows the end immediately', async () => {
    const { person, data } = await createSubscriber();
    const effectiveAt = new Date(Date.now() + 20 * DAY_MS).toISOString();
    setPeerState({ ...data, scheduled_change: { action: 'cancel', effective_at: effectiveAt, resume_at: null } });
    const asked = peer.requests.length;
    const response = await server.request('POST', '/api/users/me/subscription/cancel', { as: person, body: {} });
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'active', is_premium: true, ends_at: effectiveAt, renews_at: null, can_cancel: false },
    });
    await server.request('POST', '/api/users/me/subscription/cancel', { as: person, body: {} });
    expect(peer.requests).toHaveLength(asked + 1);
  });

  it('changes nothing and reports it while Paddle is down', async () => {
    const { person } = await createSubscriber();
    setPeerDown();
    const response = await server.request('POST', '/api/users/me/subscription/cancel', { as: person, body: {} });
    expect(response).toMatchObject({
      status: 503,
      body: { error: "The payment provider isn't responding. Please try again in a few minutes." },
    });
    expect((await server.request('GET', '/api/users/me/subscription', { as: person })).body).toMatchObject({
      can_cancel: true,
      ends_at: null,
    });
  });

  it('ends with every subscription that renews, and with none of another provider', async () => {
    const { person, data } = await createSubscriber();
    const { data: second } = await createSubscriber(person);
    const { data: ending } = await createSubscriber(person);
    await database.pool.query('update subscriptions set ends_at = period_ends_at where id = $1', [ending['id']]);
    await database.pool.query(
      `insert into subscriptions (provider, id, user_id, status, started_at, period_ends_at, changed_at)
       values ('sandbox', 'sub_sandbox', $1, 'active', now() - interval '40 days', now() + interval '1 day', now())`,
      [person.id],
    );
    setPeerState(data);
    const asked = peer.requests.length;
    await server.request('POST', '/api/users/me/subscription/cancel', { as: person, body: {} });
    expect(new Set(askedAbout(asked))).toEqual(new Set([data['id'], second['id']]));
    const sandboxBuyer = await server.createUser('premium');
    expect((await server.request('POST', '/api/users/me/subscription/cancel', { as: sandboxBuyer, body: {} })).status).toBe(422);
  });

  it('is checked with Paddle when its renewal is 26 hours late, again after a failure, and once', async () => {
    const [late, inTime] = [await createSubscriber(), await createSubscriber()];
    for (const [{ data }, hours] of [
      [late, 27],
      [inTime, 25],
    ] as const)
      await database.pool.query(
        `update subscriptions set period_ends_at = now() - interval '1 hour' * $2, changed_at = now() - interval '30 days' where id = $1`,
        [data['id'], hours],
      );
    const subscriptions = server.app.get(TendSubscriptions);
    setPeerDown();
    await expect(subscriptions.reconcile(new LockScope())).rejects.toThrow(Unavailable);
    setPeerState(late.data);
    const asked = peer.requests.length;
    expect([await subscriptions.reconcile(new LockScope()), await subscriptions.reconcile(new LockScope())]).toEqual([1, 0]);
    expect(askedAbout(asked)).toEqual([late.data['id']]);
    const { body } = await server.request('GET', '/api/users/me/subscription', { as: late.person });
    expect(Date.parse(String(body['renews_at']))).toBeGreaterThan(Date.now() + 19 * DAY_MS);
  });

  it('is checked also when the answer about another one cannot be read; an outage ends the checks', async () => {
    await database.pool.query('truncate subscriptions');
    const late: Record<string, unknown>[] = [];
    for (let count = 0; count < 5; count++) late.push((await createSubscriber()).data);
    await database.pool.query(
      `update subscriptions set period_ends_at = now() - interval '2 days', changed_at = now() - interval '30 days'`,
    );
    const subscriptions = server.app.get(TendSubscriptions);
    peer.respondWith(503, 'down');
    const beforeOutage = peer.requests.length;
    await expect(subscriptions.reconcile(new LockScope())).rejects.toThrow(Unavailable);
    expect(askedAbout(beforeOutage)).toHaveLength(3);
    peer.respond = (response) => {
      const data = late.find(({ id }) => response.req.url?.endsWith(String(id)));
      const answer =
        data === late[0] ? 'unreadable' : JSON.stringify(subscriptionResponse({ ...data, items: subscriptionResponse().data['items'] }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    };
    await expect(subscriptions.reconcile(new LockScope())).rejects.toThrow(Unavailable);
    const { rows } = await database.pool.query('select id from subscriptions where checked_at is null');
    expect(rows).toEqual([{ id: late[0]?.['id'] }]);
  });

  it('bought a second time is canceled once Paddle answers again, and reported once', async () => {
    await database.pool.query('truncate subscriptions');
    const { person } = await createSubscriber();
    const { data: second } = await createSubscriber(person);
    await database.pool.query(`update subscriptions set started_at = started_at + interval '1 day' where id = $1`, [second['id']]);
    const subscriptions = server.app.get(TendSubscriptions);
    setPeerDown();
    await expect(subscriptions.cancelDuplicates(new LockScope())).rejects.toThrow(Unavailable);
    setPeerState({ ...second, status: 'canceled', canceled_at: new Date().toISOString(), current_billing_period: null });
    const asked = peer.requests.length;
    expect([await subscriptions.cancelDuplicates(new LockScope()), await subscriptions.cancelDuplicates(new LockScope())]).toEqual([1, 0]);
    expect(askedAbout(asked)).toEqual([second['id']]);
    expect((await database.pool.query(`select 1 from emails where kind = 'duplicate-subscription'`)).rowCount).toBe(1);
  });

  it('bought a second time is canceled also while Paddle declines to cancel that of another user', async () => {
    await database.pool.query('truncate subscriptions');
    const seconds = [];
    for (const { person } of [await createSubscriber(), await createSubscriber()])
      seconds.push((await createSubscriber(person)).data['id']);
    peer.respondWith(400, { error: { type: 'request_error', code: 'subscription_locked_renewal', detail: 'x' } });
    const asked = peer.requests.length;
    await expect(server.app.get(TendSubscriptions).cancelDuplicates(new LockScope())).rejects.toThrow(NotPossible);
    expect(new Set(askedAbout(asked))).toEqual(new Set(seconds));
  });
});
