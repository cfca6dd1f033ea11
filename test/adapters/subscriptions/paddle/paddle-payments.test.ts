import { readConfig } from '#server/config/config';
import { PROVIDER_TIMEOUT_MS } from '#domain/endpoint';
import { PaddlePayments } from '#server/subscriptions/paddle/payments';
import { paddleSettings } from '../../../support/servers/paddle-notices';
import { subscriptionResponse, FakePaddle, managementUrls } from '../../../support/servers/fake-paddle';
import { testKeys } from '../../../support/app/test-keys';

const errorBody = (type: string, code: string) => ({
  error: { type, code, detail: `the detail of ${code}`, documentation_url: 'https://developer.paddle.com' },
  meta: { request_id: 'r1' },
});
const subscription = { id: 'sub_1' } as Parameters<PaddlePayments['cancel']>[0];

let peer: FakePaddle;
let paddle: PaddlePayments;
beforeEach(async () => {
  peer = new FakePaddle();
  paddle = new PaddlePayments(readConfig({ NODE_ENV: 'test', ...testKeys, ...paddleSettings, PADDLE_API_URL: `${await peer.listen()}/` }));
});
afterEach(() => peer.close());

describe("Paddle's API", () => {
  it('creates a new link per request', async () => {
    peer.respondWith(200, subscriptionResponse());
    expect(await paddle.createLink('sub_1', 'cancel')).toBe(managementUrls.cancel);
    expect(await paddle.createLink('sub_1', 'update')).toBe(managementUrls.update_payment_method);
    expect(peer.requests).toHaveLength(2);
    expect(peer.requests[0]).toMatchObject({
      method: 'GET',
      url: '/subscriptions/sub_1',
      key: 'Bearer pdl_sdbx_apikey_test',
    });
  });

  it.each([
    ['no links', { management_urls: null }],
    ['no link of that kind', { management_urls: { ...managementUrls, update_payment_method: null } }],
  ])('returns no link when the response has %s', async (_, given) => {
    peer.respondWith(200, subscriptionResponse(given));
    expect(await paddle.createLink('sub_1', 'update')).toBeNull();
  });

  it('cancels at the end of the period and returns the new state', async () => {
    peer.respondWith(
      200,
      subscriptionResponse({
        scheduled_change: { action: 'cancel', effective_at: '2026-06-01T00:00:00Z', resume_at: null },
        custom_data: { user_id: 'u1', nonce: 'n' },
      }),
    );
    const notice = await paddle.cancel(subscription, 'period_end');
    expect(peer.requests[0]).toMatchObject({ method: 'POST', url: '/subscriptions/sub_1/cancel' });
    expect(JSON.parse(peer.requests[0]?.body ?? '')).toEqual({ effective_from: 'next_billing_period' });
    expect(notice).toMatchObject({
      provider: 'paddle',
      subscription_id: 'sub_1',
      occurred_at: new Date('2026-05-02T10:00:00.5Z'),
      change: { what: 'state', status: 'active', ends_at: '2026-06-01T00:00:00Z' },
      items: [{ price_id: 'pri_premium', amount: 999, currency: 'USD' }],
      custom_data: { user_id: 'u1', nonce: 'n' },
    });
  });

  it('cancels immediately, and undoes a scheduled cancellation', async () => {
    peer.respondWith(200, subscriptionResponse());
    const before = peer.requests.length;
    await paddle.cancel(subscription, 'now');
    expect(await paddle.keep(subscription)).toMatchObject({ subscription_id: 'sub_1', change: { status: 'active', ends_at: null } });
    expect(peer.requests.slice(before).map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual([
      ['POST', '/subscriptions/sub_1/cancel', { effective_from: 'immediately' }],
      ['PATCH', '/subscriptions/sub_1', { scheduled_change: null }],
    ]);
  });

  it('keeps the links out of what is stored of a subscription', async () => {
    peer.respondWith(200, subscriptionResponse());
    expect(JSON.stringify((await paddle.fetchCurrentState('sub_1'))?.raw)).not.toContain('buyer-portal');
  });

  it('uses the same event id for the same state', async () => {
    peer.respondWith(200, subscriptionResponse());
    expect((await paddle.fetchCurrentState('sub_1'))?.event_id).toBe((await paddle.fetchCurrentState('sub_1'))?.event_id);
  });

  it('returns nothing for a subscription unknown to Paddle', async () => {
    peer.respondWith(404, errorBody('request_error', 'not_found'));
    expect(await paddle.fetchCurrentState('sub_9')).toBeNull();
    expect(await paddle.createLink('sub_9', 'cancel')).toBeNull();
    await expect(paddle.cancel(subscription, 'period_end')).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each<[number, unknown, string]>([
    [400, errorBody('request_error', 'subscription_locked_pending_changes'), 'not_possible'],
    [400, errorBody('request_error', 'subscription_outstanding_pending_refund'), 'not_possible'],
    [400, errorBody('request_error', 'bad_request'), 'unavailable'],
    [403, errorBody('request_error', 'forbidden'), 'unavailable'],
    [403, errorBody('request_error', 'authentication_malformed'), 'unavailable'],
    [429, errorBody('request_error', 'too_many_requests'), 'unavailable'],
    [500, errorBody('api_error', 'internal_error'), 'unavailable'],
    [502, '<html>Bad gateway</html>', 'unavailable'],
    [503, '', 'unavailable'],
    [200, {}, 'unavailable'],
    [200, { data: { id: 'sub_1' } }, 'unavailable'],
    [200, subscriptionResponse({ status: 'unheard_of' }), 'unavailable'],
  ])('maps a response of %d %j to %s without its details', async (status, body, code) => {
    peer.respondWith(status, body);
    const error: unknown = await paddle.cancel(subscription, 'period_end').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    expect((error as Error).message).not.toContain('the detail of');
  });

  it('is unavailable when it cannot be reached', async () => {
    await peer.close();
    await expect(paddle.createLink('sub_1', 'cancel')).rejects.toMatchObject({ code: 'unavailable' });
    peer = new FakePaddle();
    await peer.listen();
  });

  it('is unavailable when it does not respond within four seconds', async () => {
    const started = performance.now();
    await expect(paddle.createLink('sub_1', 'cancel')).rejects.toMatchObject({ code: 'unavailable' });
    const elapsedMs = performance.now() - started;
    expect(elapsedMs).toBeGreaterThanOrEqual(PROVIDER_TIMEOUT_MS - 50);
  });
});
