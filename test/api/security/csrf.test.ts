import { Secrets } from '#domain/secrets';
import { BrowserSession } from '#server/http/guards/browser-session';
import { type TestApp, createTestApp } from '../../support/app/test-app';
import { servedEndpoints, dumpDatabase } from '../../support/app/served-endpoints';
import { latestCode, CookieBrowser } from '../../support/app/cookie-browser';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import type { TestUser } from '../../support/app/test-users';

const password = 'plum otter lake 42';

describe('a page of another site', () => {
  let database: TestDatabase;
  let site: TestApp;
  let admin: TestUser;
  beforeAll(async () => {
    database = await createTestDatabase();
    site = await createTestApp(database.url);
    admin = await site.createUser('admin');
  });
  afterAll(async () => {
    await site.close();
    await database.close();
  });

  const csrfTokenFor = (token: string) => site.app.get(BrowserSession).csrfTokenFor(token);

  it('T1 changes nothing by any unsafe call, whatever it makes the browser send', async () => {
    const someoneElse = site.app.get(Secrets).createToken();
    const signedOut = await site.createUser('free');
    await site.request('DELETE', '/api/sessions', { as: signedOut });
    const { cookie } = admin.headers;
    const good = admin.headers;
    const attacks: readonly (readonly [string, Record<string, string>, unknown])[] = [
      ['no token', { cookie }, {}],
      ['an empty token', { cookie, 'x-xsrf-token': '' }, {}],
      ['the token of another session', { cookie, 'x-xsrf-token': csrfTokenFor(someoneElse) }, {}],
      ['the token of a session that was signed out', { cookie, 'x-xsrf-token': csrfTokenFor(signedOut.token) }, {}],
      ['the token without a session', { 'x-xsrf-token': good['x-xsrf-token'] }, {}],
      ['a cross-site fetch', { ...good, 'sec-fetch-site': 'cross-site' }, {}],
      ['a same-site fetch', { ...good, 'sec-fetch-site': 'same-site' }, {}],
      ['another origin', { ...good, origin: 'http://evil.test' }, {}],
      ['no origin to speak of', { ...good, origin: 'null' }, {}],
      ['a form', { ...good, 'content-type': 'application/x-www-form-urlencoded' }, 'email=a%40b.test&password=x'],
      ['a text form', { ...good, 'content-type': 'text/plain' }, '{"email":"a@b.test"}'],
      ['a file form', { ...good, 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
    ];
    const unsafe = servedEndpoints(site.app).filter(({ method, wanted }) => method !== 'GET' && wanted !== 'outside');
    expect(unsafe.length).toBeGreaterThan(10);
    const before = await dumpDatabase(database.pool);
    for (const { endpoint, method, path } of unsafe) {
      for (const [name, headers, body] of attacks) {
        const { status } = await site.request(method, path, { as: null, headers, body });
        expect([endpoint, name, [403, 415].includes(status) ? 'refused' : status]).toEqual([endpoint, name, 'refused']);
      }
    }
    expect(await dumpDatabase(database.pool)).toBe(before);
  });

  it.each([['GET'], ['HEAD']] as const)('T1 a %s with _method changes nothing', async (method) => {
    const before = await dumpDatabase(database.pool);
    await site.request(method, '/api/sessions?_method=DELETE', { as: admin, headers: { 'x-http-method-override': 'DELETE' } });
    expect(await dumpDatabase(database.pool)).toBe(before);
  });

  it('T1 is never told that it may read: there are no CORS headers', async () => {
    for (const method of ['OPTIONS', 'GET'] as const) {
      const { headers } = await site.request(method, '/api/sessions', {
        as: null,
        headers: { origin: 'http://evil.test', 'access-control-request-method': 'POST' },
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('T2 cannot sign a visitor in as somebody else', async () => {
    const browser = await CookieBrowser.open(site.app);
    await browser.post('/api/auth/register', { email: 'attacker@example.com', password });
    const visitor = await CookieBrowser.open(site.app);
    const { headers } = visitor;
    delete headers['x-xsrf-token'];
    const answer = await site.request('POST', '/api/auth/login', { as: null, headers, body: { email: 'attacker@example.com', password } });
    expect(answer.status).toBe(403);
    expect(answer.body['code']).toBe('cross_site');
  });

  it.each([
    [
      'http://localhost:3000',
      /^session=[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly$/,
      /^XSRF-TOKEN=[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax$/,
    ],
    [
      'https://pins.example.com',
      /^__Host-session=[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly; Secure$/,
      /^XSRF-TOKEN=[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax; Secure$/,
    ],
  ])('T3 the cookies of %s carry their flags', async (PUBLIC_URL, session, crossSite) => {
    const there = await createTestApp(database.url, { PUBLIC_URL });
    const answer = await there.request('GET', '/api/sessions', { as: null });
    await there.close();
    const cookies = answer.headers['set-cookie'] as string[];
    expect(cookies).toHaveLength(3);
    expect(cookies[0]).toMatch(session);
    expect(cookies[1]).toMatch(crossSite);
    expect(cookies[2]).toMatch(/^visitor=[\da-f-]{36}; Path=\/; Max-Age=34128000; SameSite=Lax; HttpOnly/);
  });

  it('T3 two session cookies (one tossed in by a subdomain) count as none', async () => {
    const answer = await site.request('GET', '/api/users/me/sessions', {
      as: null,
      headers: { cookie: `session=${site.app.get(Secrets).createToken()}; ${admin.headers.cookie}` },
    });
    expect(answer.status).toBe(401);
  });

  describe('T4 a session', () => {
    const email = 'fixed@example.com';
    beforeAll(async () => {
      const browser = await CookieBrowser.open(site.app);
      await browser.post('/api/auth/register', { email, password });
    });
    const signInBrowser = async () => {
      const browser = await CookieBrowser.open(site.app);
      expect((await browser.post('/api/auth/login', { email, password })).status).toBe(200);
      return browser;
    };
    const isSignedIn = async (token: string) =>
      (await site.request('GET', '/api/users/me/sessions', { as: null, headers: { cookie: `session=${token}` } })).status === 200;

    it('T4 that was planted before sign-in is not the one afterwards', async () => {
      const planted = site.app.get(Secrets).createToken();
      const browser = new CookieBrowser(site.app);
      browser.jar.set('session', planted);
      await browser.send('GET', '/api/sessions');
      await browser.post('/api/auth/login', { email, password });
      expect(await isSignedIn(browser.sessionToken)).toBe(true);
      expect(browser.sessionToken).not.toBe(planted);
      expect(await isSignedIn(planted)).toBe(false);
    });

    it('T4 that nobody opened is nobody’s', async () => {
      expect(await isSignedIn('A'.repeat(43))).toBe(false);
    });

    it('T4 is over after sign-out, after another sign-in, after a reset and after a role change', async () => {
      const signedOut = await signInBrowser();
      const first = signedOut.sessionToken;
      await signedOut.send('DELETE', '/api/sessions');
      expect(await isSignedIn(first)).toBe(false);

      const again = await signInBrowser();
      const second = again.sessionToken;
      await again.post('/api/auth/login', { email, password });
      expect([await isSignedIn(second), await isSignedIn(again.sessionToken)]).toEqual([false, true]);

      const elsewhere = await signInBrowser();
      await elsewhere.post('/api/auth/password/recover', { email });
      const resetCode = await latestCode(database.pool, email, 'reset');
      await elsewhere.post('/api/auth/password/reset', { reset_code: resetCode, password });
      expect([await isSignedIn(again.sessionToken), await isSignedIn(elsewhere.sessionToken)]).toEqual([false, true]);
    });
  });

  it('T25 the answers about a session are nobody else’s to keep', async () => {
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { sscid: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const person = await site.createUser('free');
      const { headers } = await site.request(method, '/api/sessions', { as: person, body });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Cookie' });
    }
  });

  it('T25 nobody is signed out from elsewhere', async () => {
    const person = await site.createUser('free');
    const { status } = await site.request('DELETE', '/api/sessions', { as: null, headers: { cookie: person.headers.cookie } });
    expect(status).toBe(403);
    expect((await site.request('GET', '/api/users/me/sessions', { as: person })).status).toBe(200);
  });
});
