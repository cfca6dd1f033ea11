import fc from 'fast-check';
import type { BillingNotice } from '#domain/subscriptions/billing-notice';
import { evaluateChange } from '#domain/subscriptions/price-list';
import { parsePaddleNotice, redactEmails } from '#server/subscriptions/paddle/notice';
import { trustedPaddleUrl } from '#server/subscriptions/paddle/payments';
import { isSignatureValid, signBody } from '#server/subscriptions/paddle/signed-notice';
import { adjustmentData, paddleNotice, priceItems, subscriptionData, transactionData } from '../../../support/servers/paddle-notices';

describe('notices', () => {
  const readPaddle = (kind: string, data: Record<string, unknown>): BillingNotice => parsePaddleNotice('paddle', paddleNotice(kind, data));
  const prices = { price_id: 'pri_premium', admin_price_id: 'pri_admin' };

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

  describe('what buys Premium', () => {
    const isAccepted = (overrides: Record<string, unknown>, isAdmin = false) =>
      (evaluateChange(readPaddle('subscription.created', subscriptionData(overrides)), prices, isAdmin) as { accepted: boolean }).accepted;

    it.each<[string, Record<string, unknown>, boolean, boolean]>([
      ['our price', {}, false, true],
      ['more than our price', { items: priceItems('pri_premium', '1999') }, false, true],
      ['our item among others', { items: [...priceItems('pri_mug'), ...priceItems()] }, false, true],
      ['another price', { items: priceItems('pri_mug') }, false, false],
      ['a cent less', { items: priceItems('pri_premium', '998') }, false, false],
      ['our price in another currency', { currency_code: 'TRY', items: priceItems('pri_premium', '999', 'TRY') }, false, false],
      ['our price billed in another currency', { currency_code: 'TRY' }, false, false],
      ['our price with a coupon', { discount: { id: 'dsc_1' } }, false, false],
      ['no items', { items: [] }, false, false],
      ["the administrators' price by a user", { items: priceItems('pri_admin') }, false, false],
      ["the administrators' price by an administrator", { items: priceItems('pri_admin') }, true, true],
      ["the administrators' price for less", { items: priceItems('pri_admin', '1') }, true, false],
    ])('%s', (_, overrides, isAdmin, accepted) => expect(isAccepted(overrides, isAdmin)).toBe(accepted));

    it('accepts nothing when no price is configured', () => {
      const noPrices = { price_id: null, admin_price_id: null };
      const notice = readPaddle('subscription.created', subscriptionData({ items: [{ quantity: 1, price: null }] }));
      expect(evaluateChange(notice, noPrices, true)).toMatchObject({ accepted: false, price_id: null });
    });
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
