import { type TestApp, testApp } from '../../support/app';
import { freshDatabase, type TestDatabase } from '../../support/database';
import type { Person } from '../../support/people';
import { DAY, newId, notice, paddleSettings, signature, subscriptionData } from './paddle-notices';
import { entity, PaddlePeer, urls } from './paddle-peer';

describe('a plan bought through Paddle', () => {
  let database: TestDatabase;
  let server: TestApp;
  let peer: PaddlePeer;
  beforeAll(async () => {
    database = await freshDatabase();
    peer = new PaddlePeer();
    server = await testApp(database.url, { ...paddleSettings, PADDLE_API_URL: await peer.listen() });
  });
  afterAll(async () => {
    await server.close();
    await peer.close();
    await database.close();
  });

  /** Somebody who bought, and the subscription's data. */
  const subscriber = async (): Promise<{ person: Person; data: Record<string, unknown> }> => {
    const person = await server.person('free');
    const { body } = await server.call('GET', '/api/checkout', { as: person });
    const data = subscriptionData({ id: newId('sub'), custom_data: body['custom_data'] });
    const text = JSON.stringify(notice('subscription.created', data, { occurred_at: new Date(Date.now() - 10 * DAY).toISOString() }));
    const headers = { 'content-type': 'application/json', 'paddle-signature': signature(text) };
    await server.call('POST', '/api/webhooks/paddle', { as: null, body: text, headers });
    return { person, data };
  };
  const link = (person: Person, purpose: string) => server.call('GET', `/api/users/me/subscription/links/${purpose}`, { as: person });

  it('T44 leads to the page Paddle makes at the click, for the person whose plan it is', async () => {
    const { person, data } = await subscriber();
    peer.says(200, entity({ ...data, items: entity().data['items'] }));
    expect(await link(person, 'cancel')).toMatchObject({ status: 302, headers: { location: urls.cancel, 'cache-control': 'no-store' } });
    expect(await link(person, 'update')).toMatchObject({ status: 302, headers: { location: urls.update_payment_method } });
    expect(peer.asked.at(-1)?.url).toContain(String(data['id']));
    const { body } = await server.call('GET', '/api/sessions', { as: person });
    expect(body).toMatchObject({ user: { paddle_subscription_cancel_url: '/api/users/me/subscription/links/cancel' } });
  });

  it.each(['javascript:alert(1)', 'https://evil.test/x', '//evil.test', 'https://paddle.com@evil.test'])(
    'T44 never leads to %s',
    async (cancel) => {
      const { person } = await subscriber();
      peer.says(200, entity({ management_urls: { cancel } }));
      const answer = await link(person, 'cancel');
      expect(answer.status).toBe(503);
      expect(answer.headers['location']).toBeUndefined();
      expect(answer.text).not.toContain('evil');
    },
  );

  it('cancels with what is paid, and shows the end at once', async () => {
    const { person, data } = await subscriber();
    const effective_at = new Date(Date.now() + 20 * DAY).toISOString();
    peer.says(
      200,
      entity({
        ...data,
        items: entity().data['items'],
        updated_at: new Date().toISOString(),
        scheduled_change: { action: 'cancel', effective_at, resume_at: null },
      }),
    );
    const asked = peer.asked.length;
    const answer = await server.call('POST', '/api/users/me/subscription/cancel', { as: person, body: {} });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'active', is_premium: true, ends_at: effective_at, renews_at: null, can_cancel: false },
    });
    await server.call('POST', '/api/users/me/subscription/cancel', { as: person, body: {} });
    expect(peer.asked).toHaveLength(asked + 1);
  });

  it('changes nothing while Paddle is down, and says so', async () => {
    const { person } = await subscriber();
    peer.says(500, { error: { type: 'api_error', code: 'internal_error', detail: 'x' } });
    const answer = await server.call('POST', '/api/users/me/subscription/cancel', { as: person, body: {} });
    expect(answer).toMatchObject({
      status: 503,
      body: { error: 'The payment provider does not answer. Please try again in a few minutes.' },
    });
    expect((await server.call('GET', '/api/users/me/subscription', { as: person })).body).toMatchObject({
      can_cancel: true,
      ends_at: null,
    });
  });

  it.each(['GET /api/users/me/subscription', 'POST /api/users/me/subscription/cancel', 'GET /api/users/me/subscription/links/cancel'])(
    '%s is for people who are signed in',
    async (call) => {
      const [method, path = ''] = call.split(' ');
      expect((await server.call(method as 'GET', path)).status).toBe(401);
    },
  );
});
