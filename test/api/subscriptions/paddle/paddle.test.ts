import { type TestApp, createTestApp } from '../../../support/app/test-app';
import { createTestDatabase, type TestDatabase } from '../../../support/database/test-database';
import { DAY_MS } from '#domain/durations';
import type { TestUser } from '../../../support/app/test-users';
import { newPaddleId, paddleNotice, paddleSettings, signNotice, subscriptionData } from '../../../support/servers/paddle-notices';
import { subscriptionResponse, FakePaddle, managementUrls } from '../../../support/servers/fake-paddle';

describe('a plan bought through Paddle', () => {
  let database: TestDatabase;
  let server: TestApp;
  let peer: FakePaddle;
  beforeAll(async () => {
    database = await createTestDatabase();
    peer = new FakePaddle();
    server = await createTestApp(database.url, { ...paddleSettings, PADDLE_API_URL: await peer.listen() });
  });
  afterAll(async () => {
    await server.close();
    await peer.close();
    await database.close();
  });

  /** A buyer and the data of the subscription. */
  const createSubscriber = async (): Promise<{ person: TestUser; data: Record<string, unknown> }> => {
    const person = await server.createUser('free');
    const { body } = await server.request('GET', '/api/checkout', { as: person });
    const data = subscriptionData({ id: newPaddleId('sub'), custom_data: body['custom_data'] });
    const text = JSON.stringify(
      paddleNotice('subscription.created', data, { occurred_at: new Date(Date.now() - 10 * DAY_MS).toISOString() }),
    );
    const headers = { 'content-type': 'application/json', 'paddle-signature': signNotice(text) };
    await server.request('POST', '/api/webhooks/paddle', { as: null, body: text, headers });
    return { person, data };
  };
  const getProviderLink = (person: TestUser, purpose: string) =>
    server.request('GET', `/api/users/me/subscription/links/${purpose}`, { as: person });

  it('redirects the subscriber to the page that Paddle creates for the click', async () => {
    const { person, data } = await createSubscriber();
    peer.respondWith(200, subscriptionResponse({ ...data, items: subscriptionResponse().data['items'] }));
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
    peer.respondWith(
      200,
      subscriptionResponse({
        ...data,
        items: subscriptionResponse().data['items'],
        updated_at: new Date().toISOString(),
        scheduled_change: { action: 'cancel', effective_at: effectiveAt, resume_at: null },
      }),
    );
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
    peer.respondWith(500, { error: { type: 'api_error', code: 'internal_error', detail: 'x' } });
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

  it.each(['GET /api/users/me/subscription', 'POST /api/users/me/subscription/cancel', 'GET /api/users/me/subscription/links/cancel'])(
    '%s is for people who are signed in',
    async (call) => {
      const [method, path = ''] = call.split(' ');
      expect((await server.request(method as 'GET', path)).status).toBe(401);
    },
  );
});
