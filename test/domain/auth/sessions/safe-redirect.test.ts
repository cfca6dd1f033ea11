import fc from 'fast-check';
import { safeRedirect } from '#domain/auth/sessions/safe-redirect';

const ORIGIN = 'https://corklight.test';
const redirectAfter = (next: string | null) => safeRedirect(next, ORIGIN, '/auth/login');

describe('the redirect after signing in', () => {
  it.each([
    ['//evil.test'],
    ['///evil.test'],
    ['////evil.test'],
    ['/\\evil.test'],
    ['/\\/evil.test'],
    ['\\\\evil.test'],
    ['\\/evil.test'],
    ['/%5Cevil.test'],
    ['/%5cevil.test'],
    ['/%2F/evil.test'],
    ['/%2f%2fevil.test'],
    ['/\t/evil.test'],
    ['\t//evil.test'],
    ['/\n/evil.test'],
    ['/\r\n/evil.test'],
    ['/%09/evil.test'],
    ['/%0d%0aLocation:x'],
    ['/%00'],
    ['https:evil.test'],
    ['https:/evil.test'],
    ['https://evil.test'],
    ['https://evil.test/boards'],
    ['HTTPS://evil.test'],
    ['http://app@evil.test'],
    ['http://evil.test#app'],
    [`${ORIGIN}.evil.test`],
    [`${ORIGIN}@evil.test`],
    [`${ORIGIN}/boards`],
    ['javascript:alert(1)'],
    ['JaVa\tscript:alert(1)'],
    ['data:text/html,x'],
    ['vbscript:x'],
    [`blob:${ORIGIN}/x`],
    ['/..//evil.test'],
    ['/.%2e//evil.test'],
    ['/boards/..//evil.test'],
    ['/./\\evil.test'],
    ['?next=a&next=//evil.test'],
    ['#//evil.test'],
    [' //evil.test'],
    ['/%'],
    ['/%E0%A4%A'],
    ['boards'],
    [''],
    [null],
  ])('never leads to %j', (next) => {
    expect(redirectAfter(next)).toBe('/');
  });

  it.each([
    ['/', '/'],
    ['/premium', '/premium'],
    ['/boards?query=etsy&page=2', '/boards?query=etsy&page=2'],
    ['/ok?x=//evil.test', '/ok?x=//evil.test'],
    ['/ok#//evil.test', '/ok#//evil.test'],
    ['/board/a%2Fb%25/', '/board/a%2Fb%25/'],
    ['/a/../boards', '/boards'],
    ['/auth/email/confirm?next=%2Fpremium', '/auth/email/confirm?next=%2Fpremium'],
    ['/sch%C3%B6n', '/sch%C3%B6n'],
    ['/boards?query=100%', '/boards?query=100%'],
    ['/boards#100%', '/boards#100%'],
  ])('leads to our own %s', (next, to) => {
    expect(redirectAfter(next)).toBe(to);
  });

  it.each([['/auth/login'], ['/auth/login/'], ['/auth/login//'], ['/auth/login?next=/auth/login'], ['/boards/../auth/login']])(
    'does not lead back to %s',
    (next) => {
      expect(redirectAfter(next)).toBe('/');
    },
  );

  it('does not lead back to a page with a query', () => {
    expect(safeRedirect('/boards?page=2', ORIGIN, '/boards?page=1#top')).toBe('/');
    expect(safeRedirect('/', ORIGIN, '/boards')).toBe('/');
  });

  it.each([null, undefined])('leads home from %p', (next) => expect(safeRedirect(next, ORIGIN, '/auth/login')).toBe('/'));

  it('starts with a single slash and stays on our origin for any input', () => {
    const nasty = fc.constantFrom(
      '/',
      '\\',
      '%2f',
      '%5c',
      '..',
      '.',
      '%2e',
      '\t',
      '\n',
      '@',
      ':',
      'evil.test',
      'https',
      '?',
      '#',
      ' ',
      '%0d',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(nasty, { maxLength: 8 }).map((parts) => parts.join('')),
          fc
            .tuple(fc.constantFrom('https', 'http', 'ftp'), fc.domain(), fc.string())
            .map(([scheme, host, path]) => `${scheme}://${host}/${path}`),
          fc.string(),
        ),
        (next) => {
          const to = redirectAfter(next);
          expect(to).toMatch(/^\/(?![/\\])/);
          expect(new URL(to, ORIGIN).origin).toBe(ORIGIN);
        },
      ),
      { numRuns: 500 },
    );
  });
});
