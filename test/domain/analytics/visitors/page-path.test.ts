import { pagePath, referrerHost } from '#domain/analytics/visitors/visitor-events';

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
