import { type OwnSite, ownSite, testApp } from '../../support/app';
import type { Kind, Person } from '../../support/people';
import { DAY, paddleSettings } from './paddle-notices';

const CHECKOUT_KEYS = ['admin_price_id', 'client_token', 'custom_data', 'environment', 'price_id', 'provider'];

describe('the sandbox', () => {
  let server: OwnSite;
  beforeAll(async () => void (server = await ownSite()));
  afterAll(() => server.close());

  const act = (person: Person, action: string, more: object = {}) =>
    server.call('POST', '/api/sandbox/payments', { as: person, body: { action, ...more } });
  const plan = async (person: Person) => (await server.call('GET', '/api/users/me/subscription', { as: person })).body;
  const cancel = (person: Person) => server.call('POST', '/api/users/me/subscription/cancel', { as: person, body: {} });
  const session = async (person: Person) => (await server.call('GET', '/api/boards?query=etsy', { as: person })).status;
  const days = (text: unknown) => Math.round((Date.parse(String(text)) - Date.now()) / DAY);

  it('sells Premium, renews it, and ends it with what is paid', async () => {
    const person = await server.person('free');
    expect(await plan(person)).toMatchObject({ status: 'none', is_premium: false, can_cancel: false });
    const bought = await act(person, 'pay');
    expect(bought.status).toBe(200);
    expect(bought.body).toMatchObject({ status: 'active', is_premium: true, ends_at: null, can_cancel: true, update_url: null });
    expect(days(bought.body['renews_at'])).toBe(30);
    expect(await session(person)).toBe(200);
    expect(days((await act(person, 'renew')).body['renews_at'])).toBe(60);
    const cancelled = await cancel(person);
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).toMatchObject({ status: 'active', is_premium: true, renews_at: null, can_cancel: false });
    expect(days(cancelled.body['ends_at'])).toBe(60);
    expect((await cancel(person)).body).toEqual(cancelled.body);
    expect((await act(person, 'end_period')).body).toMatchObject({ status: 'canceled', is_premium: false });
    expect(await session(person)).toBe(403);
    expect((await act(person, 'renew')).body['error']).toBe('This subscription is over.');
    expect((await act(person, 'pay')).body).toMatchObject({ status: 'active', is_premium: true });
  });

  it('renews at the end of a period that nobody cancelled', async () => {
    const person = await server.person('free');
    await act(person, 'pay');
    expect((await act(person, 'end_period')).body).toMatchObject({ status: 'active', is_premium: true, can_cancel: true });
  });

  it('fails a payment, leaves seven days, and ends with the unpaid period', async () => {
    const person = await server.person('free');
    await act(person, 'pay');
    const failed = await act(person, 'fail');
    expect(failed.body).toMatchObject({ status: 'past_due', is_premium: true, renews_at: null });
    expect(days(failed.body['ends_at'])).toBe(7);
    expect((await act(person, 'renew')).body).toMatchObject({ status: 'active', is_premium: true, ends_at: null });
    await act(person, 'fail');
    expect((await act(person, 'end_period')).body).toMatchObject({ status: 'canceled', is_premium: false });
  });

  it('takes a payment back, which ends Premium at once', async () => {
    const person = await server.person('free');
    await act(person, 'pay');
    expect((await act(person, 'refund')).body).toMatchObject({ is_premium: false, can_cancel: false });
    expect(await session(person)).toBe(403);
  });

  it('plays on with a plan that came from elsewhere, as demo users have one', async () => {
    const person = await server.person('premium');
    expect((await cancel(person)).body).toMatchObject({ is_premium: true, renews_at: null });
    const other = await server.person('premium');
    expect((await act(other, 'refund')).body).toMatchObject({ is_premium: false });
  });

  it('posts its notices over HTTP where the server listens', async () => {
    const own = await testApp(server.database.url);
    try {
      await own.app.listen(0, '127.0.0.1');
      const person = await own.person('free');
      const before = await server.database.pool.query('select 1 from billing_events');
      expect((await own.call('POST', '/api/sandbox/payments', { as: person, body: { action: 'pay' } })).body['is_premium']).toBe(true);
      expect((await server.database.pool.query('select 1 from billing_events')).rowCount).toBe((before.rowCount ?? 0) + 2);
    } finally {
      await own.close();
    }
  });

  it.each<[string, Kind | null, object, number, string]>([
    ['a visitor', null, { action: 'pay' }, 401, 'not_signed_in'],
    ['somebody who is not confirmed', 'registered', { action: 'pay' }, 422, 'not_possible'],
    ['somebody who has it', 'premium', { action: 'pay' }, 409, 'conflict'],
    ["a user, the administrators' product", 'free', { action: 'pay', product: 'admin' }, 403, 'forbidden'],
    ['an administrator, his product', 'admin', { action: 'pay', product: 'admin' }, 200, ''],
    ['somebody with nothing to cancel', 'free', { action: 'cancel' }, 404, 'not_found'],
    ['an unknown action', 'free', { action: 'steal' }, 400, 'invalid_input'],
    ['an unknown product', 'free', { action: 'pay', product: 'gold' }, 400, 'invalid_input'],
    ['nothing', 'free', {}, 400, 'invalid_input'],
  ])('answers %s', async (_, kind, body, status, code) => {
    const person = kind && (await server.person(kind));
    const answer = await server.call('POST', '/api/sandbox/payments', { ...(person ? { as: person } : {}), body });
    expect({ status: answer.status, code: answer.body['code'] ?? '' }).toEqual({ status, code });
  });

  it('leads the cancel link to the dashboard, and has no page for cards', async () => {
    const person = await server.person('premium');
    const link = (purpose: string, as: Person = person) => server.call('GET', `/api/users/me/subscription/links/${purpose}`, { as });
    expect(await link('cancel')).toMatchObject({ status: 302, headers: { location: '/dashboard', 'cache-control': 'no-store' } });
    expect((await link('update')).status).toBe(404);
    expect((await link('delete')).body['error']).toBe('purpose must be cancel or update');
    expect((await link('cancel', await server.person('free'))).status).toBe(404);
  });

  describe('what the checkout is told', () => {
    it.each<[Kind | null, object]>([
      [null, { provider: 'sandbox', custom_data: null, admin_price_id: null, price_id: 'pri_sandbox_premium', client_token: null }],
      ['registered', { custom_data: null, admin_price_id: null }],
      ['free', { custom_data: { tracking_id: '', user_id: expect.any(String), signature: expect.any(String) }, admin_price_id: null }],
      ['admin', { custom_data: { user_id: expect.any(String) }, admin_price_id: 'pri_sandbox_admin' }],
    ])('for %s', async (kind, expected) => {
      const person = kind && (await server.person(kind));
      const { status, body, headers } = await server.call('GET', '/api/checkout', person ? { as: person } : {});
      expect({ status, cached: headers['cache-control'] }).toEqual({ status: 200, cached: 'no-store' });
      expect(Object.keys(body).toSorted()).toEqual(CHECKOUT_KEYS);
      expect(body).toMatchObject(expected);
    });

    it.each([
      [paddleSettings, 'paddle', 'test_client_token', 'pri_premium', true],
      [{ PAYMENT_PROVIDER: 'none' }, 'none', null, null, false],
    ])('where the provider is set: %j', async (settings, provider, client_token, price_id, sells) => {
      const site = await testApp(server.database.url, settings);
      try {
        const { body } = await site.call('GET', '/api/checkout', { as: await site.person('free') });
        expect(body).toMatchObject({ provider, client_token, price_id });
        expect(body['custom_data'] !== null).toBe(sells);
        const refused = await site.call('POST', '/api/sandbox/payments', { as: await site.person('free'), body: { action: 'pay' } });
        expect(refused.status).toBe(404);
      } finally {
        await site.close();
      }
    });
  });
});
