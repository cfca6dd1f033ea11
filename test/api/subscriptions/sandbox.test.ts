import { VisitorEvents } from '#domain/analytics/visitors/visitor-events';
import { DAY_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import type { EventQueue } from '#server/analytics/visitors/event-queue';
import { JobRunner } from '#server/jobs/job-runner';
import { TendSubscriptions } from '#server/subscriptions/tend-subscriptions';
import { createTestApp, useTestApp } from '../../support/app/test-app';
import type { UserKind, TestUser } from '../../support/app/test-users';
import { paddleSettings } from '../../support/servers/paddle-notices';

const CHECKOUT_KEYS = ['admin_price_id', 'client_token', 'custom_data', 'environment', 'price_id', 'provider'];

describe('the sandbox', () => {
  const server = useTestApp();

  const sandboxAction = (person: TestUser, action: string, more: object = {}) =>
    server.request('POST', '/api/sandbox/payments', { as: person, body: { action, ...more } });
  const getPlan = async (person: TestUser) => (await server.request('GET', '/api/users/me/subscription', { as: person })).body;
  const cancelPlan = (person: TestUser) => server.request('POST', '/api/users/me/subscription/cancel', { as: person, body: {} });
  const searchStatus = async (person: TestUser) => (await server.request('GET', '/api/boards?query=etsy', { as: person })).status;
  const daysFromNow = (text: unknown) => Math.round((Date.parse(String(text)) - Date.now()) / DAY_MS);

  it('sells Premium, renews it, and ends it with the paid period', async () => {
    const person = await server.createUser('free');
    expect(await getPlan(person)).toMatchObject({ status: 'none', is_premium: false, can_cancel: false });
    const bought = await sandboxAction(person, 'pay');
    expect(bought.status).toBe(200);
    expect(bought.body).toMatchObject({ status: 'active', is_premium: true, ends_at: null, can_cancel: true, update_url: null });
    expect(daysFromNow(bought.body['renews_at'])).toBe(30);
    expect(await searchStatus(person)).toBe(200);
    expect(daysFromNow((await sandboxAction(person, 'renew')).body['renews_at'])).toBe(60);
    const canceled = await cancelPlan(person);
    expect(canceled.status).toBe(200);
    expect(canceled.body).toMatchObject({ status: 'active', is_premium: true, renews_at: null, can_cancel: false });
    expect(daysFromNow(canceled.body['ends_at'])).toBe(60);
    expect((await cancelPlan(person)).body).toEqual(canceled.body);
    expect((await sandboxAction(person, 'end_period')).body).toMatchObject({ status: 'canceled', is_premium: false });
    expect(await searchStatus(person)).toBe(403);
    expect((await sandboxAction(person, 'renew')).body['error']).toBe('This subscription has ended.');
    expect((await sandboxAction(person, 'pay')).body).toMatchObject({ status: 'active', is_premium: true });
  });

  it('counts the start of Premium among the visitor events, once, and without storing whose it is', async () => {
    const events = server.app.get<EventQueue>(VisitorEvents, { strict: false });
    // Those of the tests before.
    await events.beforeApplicationShutdown();
    await server.sql('delete from event_days; delete from events');
    const person = await server.createUser('free');
    await sandboxAction(person, 'pay');
    await sandboxAction(person, 'renew');
    await events.beforeApplicationShutdown();
    const rows = await server.sql('select name, count::int from event_days');
    expect(rows).toEqual([{ name: 'premium_started', count: 1 }]);
    expect(await server.sql('select 1 from events')).toEqual([]);
  });

  it('sells one subscription to a user who pays twenty times at once', async () => {
    const person = await server.createUser('free');
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await sandboxAction(person, 'pay')).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(409)]);
    const rows = await server.sql('select 1 from subscriptions where user_id = $1', [person.id]);
    expect(rows).toHaveLength(1);
  });

  it('continues after a cancellation that is undone', async () => {
    const person = await server.createUser('free');
    const bought = await sandboxAction(person, 'pay');
    expect((await cancelPlan(person)).body).toMatchObject({ renews_at: null, can_keep: true });
    const keepPlan = () => server.request('POST', '/api/users/me/subscription/keep', { as: person, body: {} });
    expect((await keepPlan()).body).toEqual(bought.body);
    expect((await keepPlan()).body).toEqual(bought.body);
    await sandboxAction(person, 'refund');
    expect((await keepPlan()).status).toBe(422);
  });

  it('cancels the newer one of two subscriptions of the same user within its next job, tells the operator once, and leaves single ones alone', async () => {
    const single = await server.createUser('premium');
    const person = await server.createUser('premium');
    await server.sql(
      `insert into subscriptions (provider, id, user_id, status, started_at, period_ends_at, changed_at)
       select provider, 'sub_second', user_id, status, started_at + interval '1 millisecond', period_ends_at, changed_at from subscriptions where user_id = $1`,
      [person.id],
    );
    for (let runs = 0; runs < 2; runs++) await server.app.get(JobRunner).run('duplicate-subscriptions');
    const reports = await server.sql(`select 1 from emails where kind = 'duplicate-subscription'`);
    expect(reports).toHaveLength(1);
    expect(await getPlan(single)).toMatchObject({ status: 'active', can_cancel: true });
    const rows = await server.sql('select id, status from subscriptions where user_id = $1 order by started_at', [person.id]);
    expect(rows).toEqual([
      { id: `sub_${person.id}`, status: 'active' },
      { id: 'sub_second', status: 'canceled' },
    ]);
  });

  it('renews at the end of a period without a cancellation', async () => {
    const person = await server.createUser('free');
    await sandboxAction(person, 'pay');
    expect((await sandboxAction(person, 'end_period')).body).toMatchObject({ status: 'active', is_premium: true, can_cancel: true });
  });

  it('gives seven days of grace after a failed payment, and ends with the unpaid period', async () => {
    const person = await server.createUser('free');
    await sandboxAction(person, 'pay');
    const failed = await sandboxAction(person, 'fail');
    expect(failed.body).toMatchObject({ status: 'past_due', is_premium: true, renews_at: null });
    expect(daysFromNow(failed.body['ends_at'])).toBe(7);
    expect((await sandboxAction(person, 'renew')).body).toMatchObject({ status: 'active', is_premium: true, ends_at: null });
    await sandboxAction(person, 'fail');
    expect((await sandboxAction(person, 'end_period')).body).toMatchObject({ status: 'canceled', is_premium: false });
  });

  it('ends Premium immediately with a refund', async () => {
    const person = await server.createUser('free');
    await sandboxAction(person, 'pay');
    expect((await sandboxAction(person, 'refund')).body).toMatchObject({ is_premium: false, can_cancel: true });
    expect(await searchStatus(person)).toBe(403);
  });

  it('has no newer state of a plan whose renewal is late', async () => {
    const person = await server.createUser('premium');
    await server.sql(
      `update subscriptions set period_ends_at = now() - interval '27 hours', changed_at = now() - interval '30 days' where user_id = $1`,
      [person.id],
    );
    const before = await getPlan(person);
    await server.app.get(TendSubscriptions).reconcile(new LockScope());
    expect(await getPlan(person)).toEqual(before);
  });

  it('continues a plan it did not sell, such as that of a demo user', async () => {
    const person = await server.createUser('premium');
    expect((await cancelPlan(person)).body).toMatchObject({ is_premium: true, renews_at: null });
    const other = await server.createUser('premium');
    expect((await sandboxAction(other, 'refund')).body).toMatchObject({ is_premium: false });
  });

  it('sends its notices over HTTP to a listening server', async () => {
    const own = await createTestApp(server.database.url);
    await own.app.listen(0, '127.0.0.1');
    const person = await own.createUser('free');
    const before = await server.sql('select 1 from billing_events');
    expect((await own.request('POST', '/api/sandbox/payments', { as: person, body: { action: 'pay' } })).body['is_premium']).toBe(true);
    expect(await server.sql('select 1 from billing_events')).toHaveLength(before.length + 2);
    await own.close();
  });

  it.each<[string, UserKind, object, number, string]>([
    ['an unconfirmed user', 'registered', { action: 'pay' }, 422, 'not_possible'],
    ['a Premium user', 'premium', { action: 'pay' }, 409, 'conflict'],
    ["a user who orders the administrators' product", 'free', { action: 'pay', product: 'admin' }, 403, 'forbidden'],
    ["an administrator who orders the administrators' product", 'admin', { action: 'pay', product: 'admin' }, 200, ''],
    ['a user without a plan to cancel', 'free', { action: 'cancel' }, 404, 'not_found'],
  ])('responds to %s', async (_, kind, body, status, code) => {
    const response = await server.request('POST', '/api/sandbox/payments', { as: await server.createUser(kind), body });
    expect({ status: response.status, code: response.body['code'] ?? '' }).toEqual({ status, code });
  });

  it('redirects the cancel link to the dashboard, and has no page for changing the card', async () => {
    const person = await server.createUser('premium');
    const getProviderLink = (purpose: string, as: TestUser = person) =>
      server.request('GET', `/api/users/me/subscription/links/${purpose}`, { as });
    expect(await getProviderLink('cancel')).toMatchObject({
      status: 302,
      headers: { location: '/dashboard', 'cache-control': 'no-store' },
    });
    expect((await getProviderLink('update')).status).toBe(404);
    expect((await getProviderLink('cancel', await server.createUser('free'))).status).toBe(404);
  });

  describe('the checkout settings', () => {
    it.each<[UserKind | null, object]>([
      [null, { provider: 'sandbox', custom_data: null, admin_price_id: null, price_id: 'pri_sandbox_premium', client_token: null }],
      ['registered', { custom_data: null, admin_price_id: null }],
      ['free', { custom_data: { tracking_id: '', user_id: expect.any(String), signature: expect.any(String) }, admin_price_id: null }],
      ['admin', { custom_data: { user_id: expect.any(String) }, admin_price_id: 'pri_sandbox_admin' }],
    ])('for %s', async (kind, expected) => {
      const person = kind && (await server.createUser(kind));
      const { status, body, headers } = await server.request('GET', '/api/checkout', person ? { as: person } : {});
      expect({ status, cached: headers['cache-control'] }).toEqual({ status: 200, cached: 'no-store' });
      expect(Object.keys(body).toSorted()).toEqual(CHECKOUT_KEYS);
      expect(body).toMatchObject(expected);
    });

    it.each([
      [paddleSettings, 'paddle', 'test_client_token', 'pri_premium', true],
      [{ PAYMENT_PROVIDER: 'none' }, 'none', null, null, false],
    ])('with the settings %j', async (settings, provider, clientToken, priceId, sells) => {
      const site = await createTestApp(server.database.url, { settings });
      const { body } = await site.request('GET', '/api/checkout', { as: await site.createUser('free') });
      expect(body).toMatchObject({ provider, client_token: clientToken, price_id: priceId });
      expect(body['custom_data'] !== null).toBe(sells);
      const refused = await site.request('POST', '/api/sandbox/payments', { as: await site.createUser('free'), body: { action: 'pay' } });
      expect(refused.status).toBe(404);
      await site.close();
    });
  });
});
