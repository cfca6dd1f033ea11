import { toVisitorEvent, isStorageFull, storedBytesOf, pagePath, referrerHost } from '#domain/analytics/visitors/visitor-events';
import { eventMetadataError, removeNonTextDeep } from '#domain/analytics/visitors/event-metadata';

it('a reported event has a path and a referrer if given, and its other metadata', () => {
  const reporter = { visitor: 'v', user_id: 'u', host: 'pins.example' };
  expect(toVisitorEvent({ name: 'search' }, reporter)).toEqual({
    name: 'search',
    visitor: 'v',
    user_id: 'u',
    path: null,
    referrer: null,
    metadata: null,
  });
  expect(toVisitorEvent({ name: 'search', _metadata: { path: '/', referrer: '', query: 'oak' } }, reporter)).toMatchObject({
    path: '/',
    referrer: '',
    metadata: { query: 'oak' },
  });
});

describe('the storage of a day', () => {
  it.each([
    [{ events: 0, bytes: 0 }, false],
    [{ events: 99, bytes: 25_599 }, false],
    [{ events: 100, bytes: 0 }, true],
    [{ events: 20, bytes: 25_600 }, true],
  ])('of 100 events with %j is full: %s', (stored, isFull) => {
    expect(isStorageFull(stored, 100)).toBe(isFull);
  });

  it('counts the texts of an event', () => {
    const event = { name: 'search', visitor: 'v', user_id: null, path: null, referrer: null, metadata: null };
    expect(storedBytesOf(event)).toBe(70);
    expect(storedBytesOf({ ...event, path: '/pins', referrer: 'a.test', metadata: { x: 'y'.repeat(1_000) } })).toBe(1_089);
  });
});

it.each([
  ['/boards', '/boards'],
  ['/', '/'],
  ['/boards/', '/boards'],
  ['//boards//', '/boards'],
  ['/boards?query=a&page=2', '/boards'],
  ['/pins#top', '/pins'],
  ['/pin/123%2F4/', '/pin/123%2F4'],
  ['/auth/email/confirm', '/auth/email/confirm'],
  ['/auth/email/confirm/k3y-of-1-person', '/auth/email/confirm'],
  ['/Auth/Email/Confirm/secret/', '/auth/email/confirm'],
  ['/auth/password/reset/secret?next=/', '/auth/password/reset'],
  ['/auth/password/reset?code=secret', '/auth/password/reset'],
  ['/oauth2/redirect/pinterest', '/oauth2'],
  ['/unsubscribe/token', '/unsubscribe'],
  ['/accounts/0b1f6f6e-3b0d-4a55-9c1a-0a4a3c1d2e3f', '/accounts'],
  ['/auth/email/confirmations', '/auth/email/confirmations'],
  ['/a\u0000b', '/ab'],
  [`/${'x'.repeat(500)}`, `/${'x'.repeat(199)}`],
])('the path of %j is counted as %j', (address, page) => expect(pagePath(address)).toBe(page));

it.each([
  ['', ''],
  ['  ', ''],
  ['https://www.google.com/', 'www.google.com'],
  ['https://www.google.com', 'www.google.com'],
  ['http://someone:secret@Blog.Example:8080/path?q=1#x', 'blog.example'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['https://pins.example/boards', ''],
  ['http://PINS.example:3000/', ''],
  ['https://other.pins.example/', 'other.pins.example'],
  ['http://[2001:db8::1]:80/', '[2001:db8::1]'],
  ['https://xn--bcher-kva.example./', 'xn--bcher-kva.example'],
  ['javascript:alert(1)', null],
  ['https://<script>alert(1)</script>/', null],
  ['https://a.example"onload=x/', null],
  ['no address', null],
  ['https://', null],
  ['https://./', null],
  [' https://blog.example/ ', 'blog.example'],
  [`https://${'a'.repeat(120)}.example/`, 'a'.repeat(100)],
])('the referrer %j is counted as %j', (referrer, source) => expect(referrerHost(referrer, 'pins.example:3000')).toBe(source));

it('an invalid referrer is unknown, also when our own host is', () => expect(referrerHost('no address', '')).toBeNull());

const nested = (depth: number): Record<string, unknown> => (depth === 1 ? { end: 1 } : { in: nested(depth - 1) });
it.each([
  ['no keys', {}, null],
  ['three levels', nested(3), null],
  ['three levels and nothing inside', { in: { in: { end: null } } }, null],
  ['four levels', nested(4), 'must not be nested deeper than 3 levels'],
  ['lists in lists', { a: [[[]]] }, 'must not be nested deeper than 3 levels'],
  ['twenty keys', Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index, index])), null],
  [
    'twenty keys and one inside',
    { ...Object.fromEntries(Array.from({ length: 19 }, (_, index) => [index, index])), in: { more: 1 } },
    'must have at most 20 keys',
  ],
  ['2,048 bytes', { a: 'x'.repeat(2_048 - 8) }, null],
  ['2,049 bytes', { a: 'x'.repeat(2_048 - 7) }, 'must be at most 2 KB'],
  ['characters of four bytes', { a: '🌿'.repeat(520) }, 'must be at most 2 KB'],
  ['2,048 bytes of the last character of one byte', { a: '\u007f'.repeat(2_040) }, null],
  ['2,048 bytes of the first character of two bytes', { a: '\u0080'.repeat(1_020) }, null],
  ['2,050 bytes of the first character of two bytes', { a: '\u0080'.repeat(1_021) }, 'must be at most 2 KB'],
  ['2,048 bytes of the last character of two bytes', { a: '\u07ff'.repeat(1_020) }, null],
  ['2,048 bytes of the first character of three bytes', { a: '\u0800'.repeat(680) }, null],
  ['2,051 bytes of the first character of three bytes', { a: '\u0800'.repeat(681) }, 'must be at most 2 KB'],
  ['2,048 bytes of the last character of three bytes', { a: '\uffff'.repeat(680) }, null],
  ['2,052 bytes of the first character of four bytes', { a: '\u{10000}'.repeat(511) }, 'must be at most 2 KB'],
])('metadata of %s', (_case, metadata, message) => expect(eventMetadataError(metadata)).toBe(message));

it('control characters and lone surrogates are removed from all keys and texts', () => {
  expect(removeNonTextDeep({ 'a\u0000': ['b\u0007\u009f', { c: '\ud83c x 🌿' }, 1, null, true] })).toEqual({
    a: ['b', { c: ' x 🌿' }, 1, null, true],
  });
});
