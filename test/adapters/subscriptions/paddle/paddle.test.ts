import fc from 'fast-check';
import type { BillingNotice } from '#domain/subscriptions/billing-notice';
import { evaluateChange } from '#domain/subscriptions/price-list';
import { parsePaddleNotice, redactEmails } from '#server/subscriptions/paddle/notice';
import { trustedPaddleUrl, PaddlePayments } from '#server/subscriptions/paddle/payments';
import { isSignatureValid, signBody } from '#server/subscriptions/paddle/signed-notice';
import { readConfig } from '#server/config/config';
import { PROVIDER_TIMEOUT_MS } from '#domain/endpoint';
import {
  adjustmentData,
  paddleNotice,
  priceItems,
  subscriptionData,
  transactionData,
  paddleSettings,
} from '../../../support/servers/paddle-notices';
import { subscriptionResponse, FakePaddle, managementUrls } from '../../../support/servers/fake-paddle';
import { testKeys } from '../../../support/app/test-keys';

describe('notices', () => {
  const readPaddle = (kind: string, data: Record<string, unknown>): BillingNotice => parsePaddleNotice('paddle', paddleNotice(kind, data));

  describe('parsing a Paddle notice', () => {
    it.each<[string, string, Record<string, unknown>, object | null]>([
      ['a subscription', 'subscription.created', subscriptionData(), { what: 'state', status: 'active', ends_at: null, stopped_at: null }],
      [
        'a scheduled end',
        'subscription.updated',
        subscriptionData({ scheduled_change: { action: 'cancel', effective_at: '2026-05-01T00:00:00Z', resume_at: null } }),
        { ends_at: '2026-05-01T00:00:00Z' },
      ],
      [
        'a scheduled resumption, which is no end',
        'subscription.updated',
        subscriptionData({ scheduled_change: { action: 'resume', effective_at: '2026-05-01T00:00:00Z', resume_at: null } }),
        { ends_at: null },
      ],
      [
        'a cancellation',
        'subscription.canceled',
        subscriptionData({ status: 'canceled', canceled_at: '2026-05-01T00:00:00Z' }),
        { status: 'canceled', stopped_at: '2026-05-01T00:00:00Z' },
      ],
      ['a payment', 'transaction.completed', transactionData(), { what: 'paid', transaction_id: 'txn_1' }],
      ['a payment for no period', 'transaction.completed', transactionData({ billing_period: null }), null],
      ['a payment with its total', 'transaction.completed', transactionData({ details: { totals: { total: '999' } } }), { what: 'paid' }],
      ['a new card, for which nothing is paid', 'transaction.completed', transactionData({ details: { totals: { total: '0' } } }), null],
      ['a failed payment', 'transaction.payment_failed', transactionData(), null],
      ['a full refund', 'adjustment.created', adjustmentData(), { what: 'refunded', transaction_id: 'txn_1' }],
      ['a refund approved later', 'adjustment.updated', adjustmentData(), { what: 'refunded' }],
      ['a refund pending approval', 'adjustment.created', adjustmentData({ status: 'pending_approval' }), null],
      ['a rejected refund', 'adjustment.updated', adjustmentData({ status: 'rejected' }), null],
      ['a partial refund', 'adjustment.created', adjustmentData({ type: 'partial' }), null],
      ['a credit', 'adjustment.created', adjustmentData({ action: 'credit' }), null],
      ['a chargeback', 'adjustment.created', adjustmentData({ action: 'chargeback' }), { what: 'refunded' }],
      ['a chargeback warning', 'adjustment.created', adjustmentData({ action: 'chargeback_warning' }), null],
      ['a reversed chargeback', 'adjustment.updated', adjustmentData({ action: 'chargeback', status: 'reversed' }), { what: 'restored' }],
      ['a chargeback reversal', 'adjustment.created', adjustmentData({ action: 'chargeback_reverse' }), { what: 'restored' }],
      ['another kind', 'customer.updated', { id: 'ctm_1', email: 'buyer@people.test' }, null],
    ])('%s', (_, kind, data, change) => {
      const parsed = readPaddle(kind, data).change;
      if (change === null) expect(parsed).toBeNull();
      else expect(parsed).toMatchObject(change);
    });

    it.each<[string, unknown, string]>([
      ['nothing', null, ''],
      ['a list', [], ''],
      ['no event id', { ...paddleNotice('subscription.created', subscriptionData()), event_id: undefined }, 'event_id'],
      ['a malformed event id', paddleNotice('subscription.created', subscriptionData(), { event_id: "evt'; --" }), 'event_id'],
      ['no time', { ...paddleNotice('subscription.created', subscriptionData()), occurred_at: 'yesterday' }, 'occurred_at'],
      ['an unknown status', paddleNotice('subscription.updated', subscriptionData({ status: 'deleted' })), 'data.status'],
      ['no items', paddleNotice('subscription.updated', subscriptionData({ items: undefined })), 'data.items'],
      [
        'a negative amount',
        paddleNotice('subscription.updated', subscriptionData({ items: priceItems('pri_premium', '-1') })),
        'data.items.0.price.unit_price.amount',
      ],
      ['no transaction', paddleNotice('adjustment.created', adjustmentData({ transaction_id: undefined })), 'data.transaction_id'],
      [
        'a subscription that never started',
        paddleNotice('subscription.created', subscriptionData({ started_at: null, first_billed_at: null, created_at: null })),
        'data.started_at',
      ],
    ])('refuses %s, naming the field', (_, body, field) => {
      const message = expect.stringMatching(new RegExp(`^${field.replaceAll('.', '\\.')}`));
      expect(() => parsePaddleNotice('paddle', body)).toThrow(expect.objectContaining({ code: 'invalid_input', message }));
    });
  });

  it.each<[string, Record<string, unknown>, object]>([
    ['at its price', {}, { items: [{ price_id: 'pri_premium', amount: 999, currency: 'USD' }], discounted: false }],
    [
      'of several items',
      { items: [...priceItems('pri_mug'), ...priceItems()] },
      { items: [{ price_id: 'pri_mug' }, { price_id: 'pri_premium' }] },
    ],
    ['in another currency', { currency_code: 'TRY', items: priceItems('pri_premium', '999', 'TRY') }, { items: [{ currency: 'TRY' }] }],
    ['with a coupon', { discount: { id: 'dsc_1' } }, { discounted: true }],
    ['of nothing', { items: [] }, { items: [] }],
    ['of an item without a price', { items: [{ quantity: 1, price: null }] }, { items: [] }],
  ])('a sale %s is read with what decides whether it buys Premium', (_, overrides, sale) => {
    expect(readPaddle('subscription.created', subscriptionData(overrides))).toMatchObject(sale);
  });

  it('a sale at our price that is billed in another currency buys nothing', () => {
    const notice = readPaddle('subscription.created', subscriptionData({ currency_code: 'TRY' }));
    expect(evaluateChange(notice, { price_id: 'pri_premium', admin_price_id: 'pri_admin' }, false)).toMatchObject({ accepted: false });
  });

  describe('the stored notice', () => {
    it('contains no email address, neither as a field nor within a text', () => {
      const body = paddleNotice(
        'adjustment.created',
        adjustmentData({ customer: { email: 'a@b.test' }, custom_data: { user_email: 'c@d.test', user_id: 'u1' } }),
      );
      const stored = JSON.stringify(parsePaddleNotice('paddle', body).raw);
      expect(stored).not.toContain('@');
      expect(stored).toContain('"user_id":"u1"');
      expect(stored).toContain('requested by [e-mail]');
    });

    it('can be stored, and is redacted in linear time, whatever its content', () => {
      fc.assert(
        fc.property(fc.jsonValue(), fc.emailAddress(), (value, email) => {
          const stored = JSON.stringify(redactEmails({ value, note: `<${email}>, again ${email}` }));
          expect(stored).not.toContain(email);
          expect(stored).not.toContain('\\u0000');
        }),
      );
      // Quadratic work would time out here.
      for (const longText of ['a'.repeat(4_000_000) + '@', '@'.repeat(4_000_000)]) redactEmails(longText);
    });
  });
});

describe('signatures', () => {
  const WEBHOOK_SECRET = 'pdl_ntfset_test_secret';
  const body = Buffer.from('{"event_id":"evt_1"}');
  const EXPECTED_SIGNATURE = '3ca149782497b5c91447ffbb6950f9398efb95a8ebe4229fb05e9181780d61c2';
  const atSecond = (seconds: number) => new Date((1_700_000_000 + seconds) * 1_000);
  const isValid = (signed: Uint8Array, header: string | undefined, secrets: readonly string[], seconds: number) =>
    isSignatureValid(signed, header, atSecond(seconds), { provider: 'paddle', secrets, toleranceSeconds: 300 });

  describe("the signature of Paddle's notices", () => {
    it('equals a known signature', () =>
      expect(signBody(body, WEBHOOK_SECRET, atSecond(0))).toBe(`ts=1700000000;h1=${EXPECTED_SIGNATURE}`));

    it.each<[string, string | undefined, readonly string[], number, boolean]>([
      ['unchanged', `ts=1700000000;h1=${EXPECTED_SIGNATURE}`, [WEBHOOK_SECRET], 0, true],
      ['300 seconds later', `ts=1700000000;h1=${EXPECTED_SIGNATURE}`, [WEBHOOK_SECRET], 300, true],
      ['301 seconds later', `ts=1700000000;h1=${EXPECTED_SIGNATURE}`, [WEBHOOK_SECRET], 301, false],
      ['by a clock 300 seconds ahead', `ts=1700000000;h1=${EXPECTED_SIGNATURE}`, [WEBHOOK_SECRET], -300, true],
      ['by a clock 301 seconds ahead', `ts=1700000000;h1=${EXPECTED_SIGNATURE}`, [WEBHOOK_SECRET], -301, false],
      ['with the second of two secrets', `ts=1700000000;h1=${EXPECTED_SIGNATURE}`, ['other', WEBHOOK_SECRET], 0, true],
      ['first of two signatures', `ts=1700000000;h1=${EXPECTED_SIGNATURE};h1=${'0'.repeat(64)}`, [WEBHOOK_SECRET], 0, true],
      ['second of two signatures', `ts=1700000000;h1=${'0'.repeat(64)};h1=${EXPECTED_SIGNATURE}`, [WEBHOOK_SECRET], 0, true],
      ['with spaces, as proxies add them', `ts=1700000000; h1=${EXPECTED_SIGNATURE}`, [WEBHOOK_SECRET], 0, true],
      ['with an unknown scheme', `ts=1700000000;h1=${EXPECTED_SIGNATURE};h2=abcdef`, [WEBHOOK_SECRET], 0, true],
      ['in upper case', `ts=1700000000;h1=${EXPECTED_SIGNATURE.toUpperCase()}`, [WEBHOOK_SECRET], 0, true],
      ['without a secret', `ts=1700000000;h1=${EXPECTED_SIGNATURE}`, [], 0, false],
      ['with another secret', `ts=1700000000;h1=${EXPECTED_SIGNATURE}`, ['other'], 0, false],
      ['with one character changed', `ts=1700000000;h1=${EXPECTED_SIGNATURE.slice(0, -1)}3`, [WEBHOOK_SECRET], 0, false],
      ['truncated', `ts=1700000000;h1=${EXPECTED_SIGNATURE.slice(0, 62)}`, [WEBHOOK_SECRET], 0, false],
      ['empty', `ts=1700000000;h1=`, [WEBHOOK_SECRET], 0, false],
      ['without a time', `h1=${EXPECTED_SIGNATURE}`, [WEBHOOK_SECRET], 0, false],
      ['with two times', `ts=1700000000;ts=1700000000;h1=${EXPECTED_SIGNATURE}`, [WEBHOOK_SECRET], 0, false],
      ['with an invalid time', `ts=0x6553f100;h1=${EXPECTED_SIGNATURE}`, [WEBHOOK_SECRET], 0, false],
      ['with no header', undefined, [WEBHOOK_SECRET], 0, false],
      [
        'with a very long header',
        `ts=1700000000;${`h1=${'0'.repeat(64)};`.repeat(20)}h1=${EXPECTED_SIGNATURE}`,
        [WEBHOOK_SECRET],
        0,
        false,
      ],
    ])('%s', (_, header, secrets, seconds, genuine) => expect(isValid(body, header, secrets, seconds)).toBe(genuine));

    it('covers the exact bytes', () => {
      expect(isValid(Buffer.from('{"event_id": "evt_1"}'), `ts=1700000000;h1=${EXPECTED_SIGNATURE}`, [WEBHOOK_SECRET], 0)).toBe(false);
    });
  });

  describe('trusted links of the provider', () => {
    it.each([
      'https://buyer-portal.paddle.com/subscriptions/sub_1/cancel?token=pga_x',
      'https://sandbox-buyer-portal.paddle.com/subscriptions/sub_1/cancel',
      'https://paddle.com/x',
    ])('allow %s', (address) => expect(trustedPaddleUrl(address)).toBe(address));

    it.each([
    'http://buyer-portal.paddle.com/x', 'javascript:alert(1)', 'JaVa\tscript:alert(1)', 'data:text/html,x', 'vbscript:x', 'blob:https://paddle.com/x',
    'https://evil.test', 'https://paddle.com.evil.test', 'https://evilpaddle.com', 'https://paddle.com@evil.test', 'https://app@buyer-portal.paddle.com',
    'https://evil.test#.paddle.com', 'https://evil.test/?x=.paddle.com', 'https://evil.test\\.paddle.com', 'https://buyer-portal.paddle.com:8443/x',
    '//evil.test', '///evil.test', '/\\evil.test', '\\\\evil.test', '/%5Cevil.test', 'https:evil.test', 'https:/evil.test', '/dashboard', '', ' https://paddle.com',
    'https://paddle.com/\r\nLocation: https://evil.test', `https://paddle.com/${'x'.repeat(2_001)}`, null, undefined, 7, {},
  ])('refuse %j', (address) => expect(trustedPaddleUrl(address)).toBeNull()); // prettier-ignore
  });
});

const errorBody = (type: string, code: string) => ({
  error: { type, code, detail: `the detail of ${code}`, documentation_url: 'https://developer.paddle.com' },
  meta: { request_id: 'r1' },
});
const subscription = { id: 'sub_1' } as Parameters<PaddlePayments['cancel']>[0];

let peer: FakePaddle;
let paddle: PaddlePayments;

describe("Paddle's API", () => {
  beforeEach(async () => {
    peer = new FakePaddle();
    paddle = new PaddlePayments(
      readConfig({ NODE_ENV: 'test', ...testKeys, ...paddleSettings, PADDLE_API_URL: `${await peer.listen()}/` }),
    );
  });
  afterEach(() => peer.close());

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
