import { DAY_MS } from '#domain/durations';
import { Secrets } from '#domain/secrets';
import { readConfig } from '#server/config/config';
import { sandboxWebhookSecret } from '#server/subscriptions/sandbox/payments';
import { NotPossible, Unavailable } from '#domain/errors';
import { LockScope } from '#domain/jobs/lock-scope';
import { TendSubscriptions } from '#server/subscriptions/tend-subscriptions';
import { type TestResponse, createTestApp, type TestApp } from '../../support/app/test-app';
import { testKeys } from '../../support/app/test-keys';
import type { TestUser } from '../../support/app/test-users';
import {
  adjustmentData,
  newPaddleId,
  type Notice,
  paddleNotice,
  paddleSettings,
  priceItems,
  WEBHOOK_SECRET,
  signNotice,
  subscriptionData,
} from '../../support/servers/paddle-notices';
import { useTestDatabase } from '../../support/database/test-database';
import { subscriptionResponse, FakePaddle, managementUrls } from '../../support/servers/fake-paddle';

const WEBHOOK_URL = '/api/webhooks/paddle';

const database = useTestDatabase();
let server: TestApp;
let peer: FakePaddle;
beforeAll(async () => {
  peer = new FakePaddle();
  server = await createTestApp(database.url, { settings: { ...paddleSettings, PADDLE_API_URL: await peer.listen() } });
});
afterAll(() => peer.close());

const passthroughFor = async (person: TestUser) =>
  (await server.request('GET', '/api/checkout', { as: person })).body['custom_data'] as Record<string, string>;
const postWebhook = (body: string, signatureHeader: string | undefined, type = 'application/json'): Promise<TestResponse> =>
  server.request('POST', WEBHOOK_URL, {
    as: null,
    body,
    headers: { 'content-type': type, ...(signatureHeader === undefined ? {} : { 'paddle-signature': signatureHeader }) },
  });
const deliverNotice = (what: Notice) => {
  const body = JSON.stringify(what);
  return postWebhook(body, signNotice(body));
};
const daysAgo = (days: number) => ({ occurred_at: new Date(Date.now() - days * DAY_MS).toISOString() });

describe("the payment provider's notices", () => {
  let buyer: TestUser;
  let custom: Record<string, string>;
  beforeAll(async () => {
    buyer = await server.createUser('free');
    custom = await passthroughFor(buyer);
  });

  const isPremium = async (person: TestUser) =>
    (await server.request('GET', '/api/users/me/subscription', { as: person })).body['is_premium'];
  const storedState = async () => {
    const { rows } = await database.pool.query<{ state: string }>(
      `select (select coalesce(jsonb_agg(to_jsonb(e) order by event_id), '[]') from billing_events e)::text
         || (select coalesce(jsonb_agg(to_jsonb(s) order by id), '[]') from subscriptions s)::text
         || (select count(*) from emails)::text state`,
    );
    return rows[0]?.state;
  };
  const billingEvents = async (id: string) =>
    (await database.pool.query('select * from billing_events where event_id = $1', [id])).rows as Record<string, unknown>[];
  const countPremiumEmails = async (person: TestUser) =>
    (await database.pool.query("select from emails where user_id = $1 and kind = 'premium'", [person.id])).rowCount;

  /** A purchase by a new user, with its own subscription. */
  const createPurchase = async (given: Record<string, unknown> = {}) => {
    const person = await server.createUser('free');
    const id = newPaddleId('sub');
    return { person, id, data: subscriptionData({ id, custom_data: await passthroughFor(person), ...given }) };
  };

  describe('refused notices', () => {
    const body = JSON.stringify(paddleNotice('subscription.created', subscriptionData({ id: 'sub_forged' })));
    const other = JSON.stringify(paddleNotice('subscription.created', subscriptionData({ id: 'sub_other' })));
    const now = Math.floor(Date.now() / 1_000);
    it.each<[string, () => Promise<TestResponse>, number]>([
      ['no signature', () => postWebhook(body, undefined), 400],
      ['the signature of another body', () => postWebhook(body, signNotice(other)), 400],
      ['a notice that is more than 300 seconds old', () => postWebhook(body, signNotice(body, WEBHOOK_SECRET, now - 302)), 400],
      ['a notice signed by the sandbox', () => postWebhook(body, signNotice(body, sandboxWebhookSecret(server.app.get(Secrets)))), 400],
      ['invalid JSON', () => postWebhook('{"event_id":', signNotice('{"event_id":')), 400],
      ['a form', () => postWebhook('alert_name=x', signNotice('alert_name=x'), 'application/x-www-form-urlencoded'), 400],
      ['more than 64 KB', () => deliverNotice({ ...paddleNotice('x.y', {}), data: { pad: 'x'.repeat(66_000) } }), 413],
      ['a malformed signed notice', () => postWebhook('[]', signNotice('[]')), 400],
    ])('%s', async (_, call, status) => {
      const before = await storedState();
      const postSigned = await call();
      expect(postSigned.status).toBe(status);
      expect(await storedState()).toBe(before);
    });
  });

  it.each([
    ['sandbox', 200, 400],
    ['none', 404, 404],
  ])('accepts only the notices of the provider with PAYMENT_PROVIDER=%s', async (provider, ofSandbox, ofPaddle) => {
    const site = await createTestApp(database.url, { settings: { PAYMENT_PROVIDER: provider } });
    const body = JSON.stringify(paddleNotice('address.updated', { id: 'add_1' }));
    const postSigned = async (secret: string) => {
      const headers = { 'content-type': 'application/json', 'paddle-signature': signNotice(body, secret) };
      return (await site.request('POST', WEBHOOK_URL, { as: null, body, headers })).status;
    };
    expect(await postSigned(WEBHOOK_SECRET)).toBe(ofPaddle);
    expect(await postSigned(sandboxWebhookSecret(site.app.get(Secrets)))).toBe(ofSandbox);
    await site.close();
  });

  it('gives Premium to the buyer immediately, and sends one email', async () => {
    expect(await isPremium(buyer)).toBe(false);
    const created = paddleNotice('subscription.created', subscriptionData({ id: 'sub_buyer', custom_data: custom }));
    const postSigned = await deliverNotice(created);
    expect(postSigned).toMatchObject({ status: 200, text: '' });
    expect(await isPremium(buyer)).toBe(true);
    expect((await server.request('GET', '/api/boards?page=4', { as: buyer })).status).toBe(200);
    await deliverNotice(paddleNotice('subscription.updated', subscriptionData({ id: 'sub_buyer', custom_data: custom })));
    expect(await countPremiumEmails(buyer)).toBe(1);
  });

  it('accepts either of two secrets during a rotation', async () => {
    const body = JSON.stringify(paddleNotice('address.updated', { id: 'add_1' }));
    for (const secret of ['pdl_ntfset_old', WEBHOOK_SECRET]) expect((await postWebhook(body, signNotice(body, secret))).status).toBe(200);
  });

  it('stores unknown events without an effect and without addresses', async () => {
    const unknown = paddleNotice('payment_method.saved', {
      id: 'paymtd_1',
      email: 'who@people.test',
      note: 'by who@people.test',
      nul: 'a\u0000b',
    });
    expect((await deliverNotice(unknown)).status).toBe(200);
    const [row] = await billingEvents(unknown.event_id);
    expect(row).toMatchObject({ kind: 'payment_method.saved', effect: null, subscription_id: null });
    expect(JSON.stringify(row)).not.toContain('@');
  });

  it('rolls back both the event and its effect after a failure between them', async () => {
    const { person, data } = await createPurchase();
    const created = paddleNotice('subscription.created', data);
    await database.pool.query(
      `create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
       create trigger broken before insert on subscriptions for each row execute function broken()`,
    );
    expect((await deliverNotice(created)).status).toBe(500);
    expect(await billingEvents(created.event_id)).toHaveLength(0);
    expect(await countPremiumEmails(person)).toBe(0);
    await database.pool.query('drop trigger broken on subscriptions; drop function broken()');
    expect((await deliverNotice(created)).status).toBe(200);
    expect(await isPremium(person)).toBe(true);
    expect(await countPremiumEmails(person)).toBe(1);
  });

  describe('the buyer', () => {
    it.each<[string, (pass: Record<string, string>, stranger: Record<string, string>, id: string) => Record<string, unknown>]>([
      ['a lower price', (pass) => ({ custom_data: pass, items: priceItems('pri_premium', '99') })],
      ["the id with another user's signature", (_pass, stranger, id) => ({ custom_data: { ...stranger, user_id: id } })],
    ])('gives no Premium for %s', async (_, given) => {
      const person = await server.createUser('free');
      const stranger = await passthroughFor(await server.createUser('free'));
      const data = subscriptionData({ id: newPaddleId('sub'), ...given(await passthroughFor(person), stranger, person.id) });
      expect((await deliverNotice(paddleNotice('subscription.created', data))).status).toBe(200);
      expect(await isPremium(person)).toBe(false);
      expect(await countPremiumEmails(person)).toBe(0);
    });

    it('keeps the events of a buyer who has deleted the account', async () => {
      const { person, data } = await createPurchase();
      await database.pool.query('delete from users where id = $1', [person.id]);
      const created = paddleNotice('subscription.created', data);
      expect((await deliverNotice(created)).status).toBe(200);
      expect((await billingEvents(created.event_id))[0]).toMatchObject({ user_id: null });
      const paid = paddleNotice('transaction.billed', { id: newPaddleId('txn'), subscription_id: null, custom_data: data['custom_data'] });
      expect((await deliverNotice(paid)).status).toBe(200);
      for (const { event_id } of [created, paid]) {
        const [stored] = await billingEvents(event_id);
        expect(JSON.stringify(stored)).toContain('"user_id":"removed"');
        expect(JSON.stringify(stored)).not.toContain(person.id);
      }
    });
  });

  describe('Premium follows the paid period with every request', () => {
    const searchStatus = async (person: TestUser) => (await server.request('GET', '/api/boards?query=etsy', { as: person })).status;

    it('ends with the next request when the subscription expires', async () => {
      const { person, id, data } = await createPurchase();
      await deliverNotice(paddleNotice('subscription.created', data));
      expect(await searchStatus(person)).toBe(200);
      await database.pool.query("update subscriptions set ends_at = now() - interval '1 second' where id = $1", [id]);
      expect(await searchStatus(person)).toBe(403);
    });

    it.each<[string, (data: Record<string, unknown>, id: string) => Notice, number]>([
      ['a full refund', (_, id) => paddleNotice('adjustment.updated', adjustmentData({ subscription_id: id })), 403],
      [
        'a missed payment eight days ago',
        (data) => paddleNotice('subscription.past_due', { ...data, status: 'past_due' }, daysAgo(8)),
        403,
      ],
    ])('after %s', async (_, next, status) => {
      const { person, id, data } = await createPurchase();
      await deliverNotice(paddleNotice('subscription.created', data, daysAgo(10)));
      expect(await searchStatus(person)).toBe(200);
      expect((await deliverNotice(next(data, id))).status).toBe(200);
      expect(await searchStatus(person)).toBe(status);
    });
  });

  it('refuses a signed notice that is nested too deeply', async () => {
    const nested = `${'['.repeat(15_000)}${']'.repeat(15_000)}`;
    const body = JSON.stringify(paddleNotice('address.updated', { id: 'add_1', nested: 0 })).replace('"nested":0', `"nested":${nested}`);
    expect(await postWebhook(body, signNotice(body))).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('takes the tolerance from the settings', () => {
    expect(readConfig({ NODE_ENV: 'test', ...testKeys }).PADDLE_WEBHOOK_TOLERANCE).toBe(300);
    expect(() => readConfig({ NODE_ENV: 'test', ...testKeys, PADDLE_WEBHOOK_TOLERANCE: '86400' })).toThrow('PADDLE_WEBHOOK_TOLERANCE');
  });
});

describe('a plan bought through Paddle', () => {
  /** A buyer and the data of the subscription. */
  const createSubscriber = async (owner?: TestUser): Promise<{ person: TestUser; data: Record<string, unknown> }> => {
    const person = owner ?? (await server.createUser('free'));
    const data = subscriptionData({ id: newPaddleId('sub'), custom_data: await passthroughFor(person) });
    await deliverNotice(paddleNotice('subscription.created', data, daysAgo(10)));
    return { person, data };
  };
  const cancelPlan = (person: TestUser) => server.request('POST', '/api/users/me/subscription/cancel', { as: person, body: {} });
  const getPlan = async (person: TestUser) => (await server.request('GET', '/api/users/me/subscription', { as: person })).body;
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
    const response = await cancelPlan(person);
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'active', is_premium: true, ends_at: effectiveAt, renews_at: null, can_cancel: false },
    });
    await cancelPlan(person);
    expect(peer.requests).toHaveLength(asked + 1);
  });

  it('changes nothing and reports it while Paddle is down', async () => {
    const { person } = await createSubscriber();
    setPeerDown();
    const response = await cancelPlan(person);
    expect(response).toMatchObject({
      status: 503,
      body: { error: "The payment provider isn't responding. Please try again in a few minutes." },
    });
    expect(await getPlan(person)).toMatchObject({
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
    await cancelPlan(person);
    expect(new Set(askedAbout(asked))).toEqual(new Set([data['id'], second['id']]));
    const sandboxBuyer = await server.createUser('premium');
    expect((await cancelPlan(sandboxBuyer)).status).toBe(422);
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
    expect(Date.parse(String((await getPlan(late.person))['renews_at']))).toBeGreaterThan(Date.now() + 19 * DAY_MS);
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
