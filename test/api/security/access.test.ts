import { Secrets } from '#domain/secrets';
import { BrowserSession } from '#server/http/guards/cookies';
import { endpoints } from '#domain/api';
import type { Access } from '#domain/endpoint';
import { latestCode, CookieBrowser } from '../../support/app/cookie-browser';
import { servedEndpoints, dumpDatabase } from '../../support/app/served-endpoints';
import { createTestApp, useTestApp, type TestApp } from '../../support/app/test-app';
import { anonymousHeaders, type TestUser, type UserKind } from '../../support/app/test-users';

const site = useTestApp();
const { database } = site;
let admin: TestUser;
beforeAll(async () => {
  admin = await site.createUser('admin');
});

describe('a cross-site request', () => {
  const password = 'plum otter lake 42';
  const csrfTokenFor = (token: string) => site.app.get(BrowserSession).csrfTokenFor(token);

  it('changes nothing through any unsafe endpoint', async () => {
    const otherToken = site.app.get(Secrets).createToken();
    const signedOut = await site.createUser('free');
    await site.request('DELETE', '/api/sessions', { as: signedOut });
    const { cookie } = admin.headers;
    const validHeaders = admin.headers;
    const attacks: readonly (readonly [string, Record<string, string>, unknown])[] = [
      ['no token', { cookie }, {}],
      ['an empty token', { cookie, 'x-xsrf-token': '' }, {}],
      ['the token of another session', { cookie, 'x-xsrf-token': csrfTokenFor(otherToken) }, {}],
      ['the token of a session that was signed out', { cookie, 'x-xsrf-token': csrfTokenFor(signedOut.token) }, {}],
      ['the token without a session', { 'x-xsrf-token': validHeaders['x-xsrf-token'] }, {}],
      ['a cross-site fetch', { ...validHeaders, 'sec-fetch-site': 'cross-site' }, {}],
      ['a same-site fetch', { ...validHeaders, 'sec-fetch-site': 'same-site' }, {}],
      ['another origin', { ...validHeaders, origin: 'http://evil.test' }, {}],
      ['a null origin', { ...validHeaders, origin: 'null' }, {}],
      ['a form', { ...validHeaders, 'content-type': 'application/x-www-form-urlencoded' }, 'email=a%40b.test&password=x'],
      ['a text form', { ...validHeaders, 'content-type': 'text/plain' }, '{"email":"a@b.test"}'],
      ['a file form', { ...validHeaders, 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
    ];
    const unsafeEndpoints = servedEndpoints(site.app).filter(({ method, access }) => method !== 'GET' && access !== 'outside');
    expect(unsafeEndpoints.length).toBeGreaterThan(10);
    const before = await dumpDatabase(database.pool);
    for (const { endpoint, method, path } of unsafeEndpoints) {
      for (const [name, headers, body] of attacks) {
        const { status } = await site.request(method, path, { as: null, headers, body });
        expect([endpoint, name, [403, 415].includes(status) ? 'refused' : status]).toEqual([endpoint, name, 'refused']);
      }
    }
    expect(await dumpDatabase(database.pool)).toBe(before);
  });

  it.each([['GET'], ['HEAD']] as const)('with %s and _method changes nothing', async (method) => {
    const before = await dumpDatabase(database.pool);
    await site.request(method, '/api/sessions?_method=DELETE', { as: admin, headers: { 'x-http-method-override': 'DELETE' } });
    expect(await dumpDatabase(database.pool)).toBe(before);
  });

  it('gets no CORS headers', async () => {
    for (const method of ['OPTIONS', 'GET'] as const) {
      const { headers } = await site.request(method, '/api/sessions', {
        as: null,
        headers: { origin: 'http://evil.test', 'access-control-request-method': 'POST' },
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('cannot sign a visitor in to another account', async () => {
    const browser = await CookieBrowser.open(site.app);
    await browser.post('/api/auth/register', { email: 'attacker@example.com', password });
    const visitor = await CookieBrowser.open(site.app);
    const { headers } = visitor;
    delete headers['x-xsrf-token'];
    const response = await site.request('POST', '/api/auth/login', {
      as: null,
      headers,
      body: { email: 'attacker@example.com', password },
    });
    expect(response.status).toBe(403);
    expect(response.body['code']).toBe('cross_site');
  });

  it.each([
    [
      'http://localhost:3000',
      /^session=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly$/,
      /^XSRF-TOKEN=[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax$/,
    ],
    [
      'https://pins.example.com',
      /^__Host-session=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly; Secure$/,
      /^__Host-XSRF-TOKEN=[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax; Secure$/,
    ],
  ])('cannot use the cookies of %s, because of their flags', async (PUBLIC_URL, sessionPattern, csrfPattern) => {
    const otherSite = await createTestApp(database.url, { settings: { PUBLIC_URL } });
    const response = await otherSite.request('GET', '/api/sessions', { as: null });
    await otherSite.close();
    const cookies = response.headers['set-cookie'] as string[];
    expect(cookies).toHaveLength(3);
    expect(cookies[0]).toMatch(sessionPattern);
    expect(cookies[1]).toMatch(csrfPattern);
    expect(cookies[2]).toMatch(
      /^(?:visitor=(?!.*Secure)|__Host-visitor=(?=.*Secure))[\da-f-]{36}\.[\w-]{43}; Path=\/; Max-Age=34128000; SameSite=Lax; HttpOnly/,
    );
  });

  it('is told from one of a tab that was open before cookies had the prefix', async () => {
    const https = await createTestApp(database.url, { settings: { PUBLIC_URL: 'https://pins.example.com' } });
    const browser = await CookieBrowser.open(https.app);
    const [csrfToken, visitor] = [browser.jar.get('__Host-XSRF-TOKEN') ?? '', browser.jar.get('__Host-visitor') ?? ''];
    for (const [name, value] of [
      ['XSRF-TOKEN', csrfToken],
      ['visitor', visitor],
    ] as const) {
      browser.jar.delete(`__Host-${name}`);
      browser.jar.set(name, value);
    }
    const page = await browser.send('GET', '/api/sessions');
    expect(browser.jar.get('__Host-XSRF-TOKEN')).toBe(csrfToken);
    expect([browser.jar.get('__Host-visitor'), browser.jar.get('visitor')]).toEqual([visitor, undefined]);
    // The open tab reads the old name for a day more, also after a sign-in.
    expect(browser.jar.get('XSRF-TOKEN')).toBe(csrfToken);
    expect(page.headers['set-cookie']).toContainEqual(expect.stringMatching(/^XSRF-TOKEN=.*Max-Age=86400;/));
    expect((await browser.post('/api/auth/login', { email: 'unknown@example.com', password })).status).toBe(401);
    await https.close();
  });

  it('with two session cookies (one set by a subdomain) is anonymous', async () => {
    const response = await site.request('GET', '/api/users/me/sessions', {
      as: null,
      headers: { cookie: `${anonymousHeaders(site.app).cookie}; ${admin.headers.cookie}` },
    });
    expect(response.status).toBe(401);
  });

  describe('a session', () => {
    const email = 'fixed@example.com';
    beforeAll(async () => {
      const browser = await CookieBrowser.open(site.app);
      await browser.post('/api/auth/register', { email, password });
      const code = await latestCode(database.pool, email, 'confirm');
      await browser.post('/api/auth/email/confirm', { confirmation_code: code });
    });
    const signInBrowser = async () => {
      const browser = await CookieBrowser.open(site.app);
      expect((await browser.post('/api/auth/login', { email, password })).status).toBe(200);
      return browser;
    };
    const isSignedIn = async (token: string) =>
      (await site.request('GET', '/api/users/me/sessions', { as: null, headers: { cookie: `session=${token}` } })).status === 200;

    it('that was planted before sign-in is replaced by it', async () => {
      const plantedToken = site.app.get(BrowserSession).cookieValueFor(site.app.get(Secrets).createToken());
      const browser = new CookieBrowser(site.app);
      browser.jar.set('session', plantedToken);
      await browser.send('GET', '/api/sessions');
      await browser.post('/api/auth/login', { email, password });
      expect(await isSignedIn(browser.sessionCookie)).toBe(true);
      expect(browser.sessionCookie).not.toBe(plantedToken);
      expect(await isSignedIn(plantedToken)).toBe(false);
    });

    it('with an invented token is anonymous', async () => {
      expect(await isSignedIn('A'.repeat(43))).toBe(false);
      expect(await isSignedIn(`${'A'.repeat(43)}.${'A'.repeat(43)}`)).toBe(false);
    });

    it('ends after sign-out, another sign-in and a password reset', async () => {
      const signedOut = await signInBrowser();
      const first = signedOut.sessionCookie;
      await signedOut.send('DELETE', '/api/sessions');
      expect(await isSignedIn(first)).toBe(false);

      const again = await signInBrowser();
      const second = again.sessionCookie;
      await again.post('/api/auth/login', { email, password });
      expect([await isSignedIn(second), await isSignedIn(again.sessionCookie)]).toEqual([false, true]);

      const elsewhere = await signInBrowser();
      await elsewhere.post('/api/auth/password/recover', { email });
      const resetCode = await latestCode(database.pool, email, 'reset');
      await elsewhere.post('/api/auth/password/reset', { reset_code: resetCode, password });
      expect([await isSignedIn(again.sessionCookie), await isSignedIn(elsewhere.sessionCookie)]).toEqual([false, true]);
    });
  });

  it('cannot be cached by others', async () => {
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { sscid: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const user = await site.createUser('free');
      const { headers } = await site.request(method, '/api/sessions', { as: user, body });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Cookie' });
    }
  });
});

describe('every response', () => {
  const YEAR_SECONDS = 365 * 24 * 3_600;

  let httpsSite: TestApp;
  beforeAll(async () => {
    httpsSite = await createTestApp(database.url, { settings: { PUBLIC_URL: 'https://pins.example.com' } });
  });

  const requests = [
    ['a session', '/api/sessions', {}, 200],
    ['a list', '/api/boards', {}, 200],
    ['a rejected parameter', '/api/boards?page=x', {}, 400],
    ['a missing session', '/api/users/me/sessions', {}, 401],
    ['an unknown path', '/api/nothing', {}, 404],
    ['a malformed path', '/api/boards/%zz', {}, 400],
    ['another host', '/api/boards', { host: 'other.example.com' }, 421],
    ['the health check', '/healthz', {}, 200],
  ] as const;

  it.each(requests)('tells browsers not to guess types, embed, or share it: %s', async (_, path, headers, status) => {
    const response = await site.request('GET', path, { as: null, headers });
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': expect.stringMatching(/no-store|no-cache|max-age/),
      'content-type': expect.stringContaining('charset=utf-8'),
    });
    expect(response.headers).not.toHaveProperty('server');
    expect(response.headers).not.toHaveProperty('x-powered-by');
  });

  it.each(requests)('keeps browsers on https for more than a year, with an https address only: %s', async (_, path, headers) => {
    const secure = String((await httpsSite.request('GET', path, { as: null, headers })).headers['strict-transport-security']);
    expect(Number(/^max-age=(\d+)$/.exec(secure)?.[1])).toBeGreaterThan(YEAR_SECONDS);
    expect((await site.request('GET', path, { as: null, headers })).headers).not.toHaveProperty('strict-transport-security');
  });

  it('keeps browsers on https on all subdomains too if a setting says so', async () => {
    const subdomains = await createTestApp(database.url, {
      settings: { PUBLIC_URL: 'https://pins.example.com', HSTS_INCLUDE_SUBDOMAINS: 'true' },
    });
    const { headers } = await subdomains.request('GET', '/healthz', { as: null });
    await subdomains.close();
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  });
});

type Role = 'anonymous' | UserKind;
const roles: readonly Role[] = ['anonymous', 'registered', 'free', 'premium', 'admin'];

/** Statuses that a handler returns after the access check has passed. */
const handlerStatuses: Readonly<Record<string, Partial<Record<Role, string>>>> = {
  'POST /auth/email/confirm/resend': { anonymous: '401' },
};

/** Who may call an endpoint, by its name: the first that matches. */
const required: readonly (readonly [name: RegExp, Access])[] = [
  [/ \/(admin|analytics)\/| \/imports\/:id\/(take-back|columns)/, 'admin'],
  [/ \/imports/, 'ingest'],
  [/ \/(users\/me\/|auth\/password\/change|oauth\/authorization|sandbox\/payments)/, 'signed-in'],
  [/^POST \/(oauth\/token|(optional-emails\/)?unsubscribe|webhooks\/paddle)$/, 'outside'],
  [/./, 'anyone'],
];

describe('the access of endpoints', () => {
  const expectedOutcome = (access: string, role: Role): string => {
    if (access === 'anyone' || access === 'outside') return 'in';
    if (role === 'anonymous') return '401';
    return (access === 'admin' || access === 'ingest') && role !== 'admin' ? '403' : 'in';
  };

  it('is enforced for every route and every role', async () => {
    const actualTable: Record<string, Record<string, string>> = {};
    const expectedTable: Record<string, Record<string, string>> = {};
    const report = [`| endpoint | ${roles.join(' | ')} |`, `|---|${'---|'.repeat(roles.length)}`];
    for (const { endpoint, method, path, access } of servedEndpoints(site.app)) {
      const row: Record<string, string> = {};
      const statuses: number[] = [];
      for (const role of roles) {
        const as = role === 'anonymous' ? undefined : await site.createUser(role);
        const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? {} : undefined;
        const { status, body: responseBody } = await site.request(method, path, { ...(as ? { as } : {}), body });
        statuses.push(status);
        const isRefused = (status === 401 || status === 403) && responseBody['code'] !== 'premium_required' && access !== 'outside';
        row[role] = isRefused ? String(status) : 'in';
        expect([endpoint, role, status < 500 || status === 503]).toEqual([endpoint, role, true]);
      }
      actualTable[endpoint] = row;
      report.push(`| ${endpoint} | ${statuses.join(' | ')} |`);
      expectedTable[endpoint] = Object.fromEntries(
        roles.map((role) => [role, handlerStatuses[endpoint]?.[role] ?? expectedOutcome(access, role)]),
      );
    }
    process.stdout.write(`status of an empty request, by role\n${report.join('\n')}\n`);
    expect(actualTable).toEqual(expectedTable);
  });

  it('is the required one', () => {
    for (const [name, { access }] of endpoints)
      expect([name, access]).toEqual([name, required.find(([pattern]) => pattern.test(name))?.[1]]);
  });

  it('depends only on the session, not on other claims in the request', async () => {
    const user = await site.createUser('free');
    const response = await site.request('GET', '/api/users/me/sessions?user_id=1&role_id=1', {
      as: null,
      headers: { 'x-user': user.id, 'x-role-id': '1', authorization: `Bearer ${user.token}` },
    });
    expect(response.status).toBe(401);
  });

  const words = `admin users user me login logout register config settings.json env .env .git/config debug metrics graphql api v1 v2 swagger
    openapi.yaml docs/json health status server-status actuator trace dump backup db sql phpmyadmin wp-login.php console shell test tmp upload
    uploads files file download token tokens session oauth auth auth/token auth/logout users/1 users/me users/me/roles sessions/1 admin/users
    internal private keys secrets .well-known/jwks.json robots.txt`.split(/\s+/);

  it('does not exist for unknown paths', async () => {
    for (const word of words) {
      const { status, body } = await site.get(`/api/${word}`);
      expect([word, status, body['code']]).toEqual([word, 404, 'not_found']);
    }
  });

  it.each([
    ['PUT', '/api/boards', 'GET, HEAD'],
    ['POST', '/api/boards/510', 'GET, HEAD'],
    ['GET', '/api/auth/login', 'POST'],
    ['POST', '/api/sessions', 'GET, HEAD, PATCH, DELETE'],
  ] as const)('exists with its own methods only: not as %s %s', async (method, path, allowed) => {
    const { status, body, headers } = await site.request(method, path, { body: method === 'GET' ? undefined : {} });
    expect([status, body['code'], headers['allow']]).toEqual([405, 'method_not_allowed', allowed]);
  });
});
