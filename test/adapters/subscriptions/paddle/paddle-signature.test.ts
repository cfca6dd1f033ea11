import { isSignatureValid, signBody } from '#server/subscriptions/paddle/signature';
import { trustedPaddleUrl } from '#server/subscriptions/paddle/payments';

const WEBHOOK_SECRET = 'pdl_ntfset_test_secret';
const body = Buffer.from('{"event_id":"evt_1"}');
const EXPECTED_SIGNATURE = '3ca149782497b5c91447ffbb6950f9398efb95a8ebe4229fb05e9181780d61c2';
const atSecond = (seconds: number) => new Date((1_700_000_000 + seconds) * 1_000);

describe("the signature of Paddle's notices", () => {
  it('equals a known signature', () => expect(signBody(body, WEBHOOK_SECRET, atSecond(0))).toBe(`ts=1700000000;h1=${EXPECTED_SIGNATURE}`));

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
    ['with a very long header', `ts=1700000000;${`h1=${'0'.repeat(64)};`.repeat(20)}h1=${EXPECTED_SIGNATURE}`, [WEBHOOK_SECRET], 0, false],
  ])('%s', (_, header, secrets, seconds, genuine) => expect(isSignatureValid(body, header, secrets, atSecond(seconds))).toBe(genuine));

  it('covers the exact bytes', () => {
    expect(
      isSignatureValid(Buffer.from('{"event_id": "evt_1"}'), `ts=1700000000;h1=${EXPECTED_SIGNATURE}`, [WEBHOOK_SECRET], atSecond(0)),
    ).toBe(false);
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
