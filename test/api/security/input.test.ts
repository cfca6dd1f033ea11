import type { Socket, AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createServer, type Server } from 'node:http';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { useTestApp } from '../../support/app/test-app';
import { CookieBrowser } from '../../support/app/cookie-browser';
import { listenOnFreePort, responseFor, statusLineFor } from '../../support/app/raw-http';
import type { TestUser } from '../../support/app/test-users';
import { dumpDatabase } from '../../support/app/served-endpoints';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';

const password = 'plum otter lake 42';

/** Fields that grant rights, in every form of an attempted mass assignment. */
const massAssignments: readonly Record<string, unknown>[] = [
  ...[
    'role_id',
    'roleId',
    'role',
    'is_premium',
    'isPremium',
    'is_confirmed',
    'premium_until',
    'id',
    '_id',
    'email_verified',
    'created_at',
    'password_hash',
  ].map((field) => ({ [field]: field === 'role_id' ? 1 : true })),
  { user: { role_id: 1 } },
  { 'user.role_id': 1 },
  { constructor: { prototype: { role_id: 1 } } },
  JSON.parse('{"__proto__":{"role_id":1}}') as Record<string, unknown>,
];

const site = useTestApp({ as: 'premium' });
const { database } = site;

describe('request input', () => {
  let user: TestUser;
  let port: number;
  beforeAll(async () => {
    user = await site.createUser('registered', 'assign@example.com');
    port = await listenOnFreePort(site);
  });

  const findUser = async (email: string) => (await site.sql('select * from users where email = $1', [email]))[0];

  const bodies: readonly (readonly ['POST' | 'PATCH', string, Record<string, unknown>])[] = [
    ['POST', '/api/auth/register', { email: 'assigned@example.com', password }],
    ['POST', '/api/auth/login', { email: 'assign@example.com', password }],
    ['POST', '/api/auth/password/reset', { reset_code: 'x', password }],
    ['POST', '/api/auth/password/recover', { email: 'assign@example.com' }],
    ['POST', '/api/auth/password/change', { current_password: 'x', password }],
    ['POST', '/api/auth/email/confirm', { confirmation_code: 'x' }],
    ['POST', '/api/users/me/export', { password }],
    ['POST', '/api/users/me/deletion', { password }],
    ['PATCH', '/api/sessions', { sscid: 'x' }],
  ];

  it.each(bodies)('of %s %s may have only documented fields', async (method, path, body) => {
    const before = await findUser('assign@example.com');
    for (const extra of massAssignments) {
      const text = JSON.stringify({ ...body, ...extra }).replace(
        '{',
        Object.hasOwn(extra, '__proto__') ? '{"__proto__":{"role_id":1},' : '{',
      );
      const response = await site.request(method, path, { as: user, body: text, headers: { 'content-type': 'application/json' } });
      expect([JSON.stringify(extra), response.status]).toEqual([JSON.stringify(extra), 400]);
    }
    expect(await findUser('assign@example.com')).toEqual(before);
    expect(await findUser('assigned@example.com')).toBeUndefined();
    expect(({} as Record<string, unknown>)['role_id']).toBeUndefined();
  });

  it('of a body is not read from the query string', async () => {
    const browser = await CookieBrowser.open(site.app);
    await browser.post('/api/auth/register?role_id=1&is_premium=true&is_confirmed=true', { email: 'query@example.com', password });
    expect(await findUser('query@example.com')).toMatchObject({ role_id: 2, is_confirmed: false });
  });

  it.each([
    ['{"email":"a@example.com","email":"b@example.com","password":["x"]}'],
    ['{"email":["a@example.com"],"password":"x"}'],
    ['{"email":{"$ne":null},"password":{"$ne":null}}'],
    ['{"email":1e309,"password":"x"}'],
    ['{"email":"a\\u0000@example.com","password":"x"}'],
    ['{"email":"\\ud800@example.com","password":"x"}'],
    ['{"email":"a@example.com","password":""}'],
    ['[]'],
    ['null'],
    ['"text"'],
    ['{'],
    [''],
    ['{"email":"a@example.com"}'],
  ])('%s does not sign in', async (body) => {
    const response = await site.request('POST', '/api/auth/login', { body, headers: { 'content-type': 'application/json' } });
    expect(response.status).toBe(400);
  });

  it('accepts any characters in a password', async () => {
    const unusual = 'e\u0301 \u0000 \u{1f98a} \ud800 ﬁ Ａ';
    const browser = await CookieBrowser.open(site.app);
    await browser.post('/api/auth/register', { email: 'strange@example.com', password: unusual });
    const composed = unusual.normalize('NFKC');
    expect((await browser.post('/api/auth/login', { email: 'strange@example.com', password: composed })).status).toBe(200);
  });

  it.each([
    ['boards?page=1&page=2', ['page must be one text']],
    [`boards/${'x'.repeat(301)}`, ['id must be at most 300 characters']],
    ['boards/a%20b', ['id has a character that no id has']],
    ['boards/%00', ['id has a character that no id has']],
    ['boards/%E0%A4%A', ['The request is malformed.']],
    ['boards?page=999999999999', ['page must be a whole number from 1 to 9999999']],
    ['boards?page=0&per_page=0', ['per_page must be a whole number from 1 to 100', 'page must be a whole number from 1 to 9999999']],
    ['comparisons/keywords', ['keywords is missing']],
    ['boards?with=snippet,foo', ['with must be one or more of sparkline, momentum_score, growth_last_30_days, snippet']],
    ['comparisons/boards?ids=a,', ['ids.1 must not be empty', 'ids.1 has a character that no id has']],
  ])('is refused in our words: %s', async (path, errors) => {
    const { status, body } = await site.get(`/api/${path}`);
    expect({ status, body }).toEqual({ status: 400, body: { error: errors[0], errors, code: 'invalid_input' } });
  });

  it('with malformed query parameters is not a server error', async () => {
    for (const query of ['x[]=1&x[]=2', '__proto__=1', 'constructor[prototype][a]=1', '%00', '%ed%a0%80', '%', 'a=1&a=2']) {
      const { status } = await site.request('GET', `/api/sessions?${query}`);
      expect([query, status < 500]).toEqual([query, true]);
    }
  });

  it('with a large, deep, or compressed body is rejected before it is read', async () => {
    const postLogin = (body: string | Buffer, headers: Record<string, string> = {}) =>
      site.request('POST', '/api/auth/login', { body, headers: { 'content-type': 'application/json', ...headers } });
    expect((await postLogin(JSON.stringify({ email: 'x'.repeat(17_000), password }))).status).toBe(413);
    expect((await postLogin(JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, 1]))))).status).toBe(413);
    expect((await postLogin('['.repeat(100_000))).status).toBe(413);
    expect((await postLogin(`${'['.repeat(8_000)}${']'.repeat(8_000)}`)).status).toBe(400);
    expect([400, 415]).toContain((await postLogin(gzipSync('{"email":"a@example.com"}'), { 'content-encoding': 'gzip' })).status);
  });

  const sizes = ['Content-Length: 10000000', 'Transfer-Encoding: chunked'] as const;
  it.each(bodies.flatMap(([method, path]) => sizes.map((size) => [method, path, size] as const)))(
    'of %s %s with %s is rejected after reading little of its 10 MB',
    async (method, path, size) => {
      const sockets: Socket[] = [];
      const trackSocket = (socket: Socket) => void sockets.push(socket);
      site.app.getHttpServer().on('connection', trackSocket);
      const chunkSize = size.startsWith('C') ? '' : '2710\r\n';
      const chunk = `${chunkSize}${' '.repeat(10_000)}${chunkSize && '\r\n'}`;
      const authHeaders = `Cookie: ${user.headers.cookie}\r\nX-XSRF-TOKEN: ${user.headers['x-xsrf-token']}`;
      const requestHead = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${authHeaders}\r\nContent-Type: application/json\r\n${size}\r\n\r\n`;
      // A client that is still sending when the server closes the connection may not read the response.
      const statusLine = await statusLineFor(port, `${requestHead}${chunk.repeat(1_000)}${chunkSize && '0\r\n\r\n'}`).catch(() => '');
      expect(statusLine).toMatch(/ 413 |^$/);
      site.app.getHttpServer().off('connection', trackSocket);
      expect(sockets).toHaveLength(1);
      expect(sockets[0]?.bytesRead).toBeLessThan(1_048_576);
    },
  );

  it('that is no HTTP or has too long headers gets the body and headers of every other error', async () => {
    const responses = [
      await responseFor(port, `GET /api/sessions HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`),
      await responseFor(port, 'no request\r\n\r\n'),
    ];
    expect(responses.map((response) => JSON.parse(response.split('\r\n\r\n')[1] ?? '') as unknown)).toEqual([
      { error: 'The headers are too large.', errors: ['The headers are too large.'], code: 'too_large' },
      { error: 'The request is malformed.', errors: ['The request is malformed.'], code: 'invalid_input' },
    ]);
    for (const response of responses) expect(response).toMatch(/^x-content-type-options: nosniff\r$/m);
  });

  it('with too long headers or URLs is rejected', async () => {
    const requestHead = (line: string, more = '') => `${line}\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`;
    expect(await statusLineFor(port, requestHead('GET /api/sessions HTTP/1.1', `X-Long: ${'a'.repeat(17_000)}\r\n`))).toContain(' 431 ');
    expect(await statusLineFor(port, requestHead(`GET /api/boards/${'a'.repeat(8_000)} HTTP/1.1`))).toMatch(/ 4(00|04|14) /);
  });

  it.each([
    ['two lengths', 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['bare line ends', 'GET /api/sessions HTTP/1.1\nHost: localhost\n\n'],
    ['a folded header', 'GET /api/sessions HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n c\r\n\r\n'],
    ['no host', 'GET /api/sessions HTTP/1.1\r\n\r\n'],
  ])('with %s is malformed', async (_, bytes) => {
    expect(await statusLineFor(port, bytes)).toContain(' 400 ');
  });

  it('on slow or idle connections times out', () => {
    const server = site.app.getHttpServer();
    expect(server.headersTimeout).toBe(10_000);
    expect(server.keepAliveTimeout).toBe(5_000);
    expect(server.timeout).toBe(60_000);
    expect(server.maxRequestsPerSocket).toBe(1_000);
    expect(server.maxConnections).toBe(12_000);
    expect(server).toMatchObject({ connectionsCheckingInterval: 5_000 });
  });

  it('never becomes a header, a second recipient or markup of an email', async () => {
    const hostileAddresses = [
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com,b@example.com',
      'a@example.com;b@example.com',
      '"a b"@example.com',
      'Name <a@example.com>',
      'a@example.com%0aBcc:b@example.com',
      'a@[127.0.0.1]',
      '<script>@example.com',
      'a@localhost',
      'adm\u0131n@example.com',
      'a@exаmple.com',
    ];
    for (const email of hostileAddresses) {
      for (const [path, body] of [
        ['/api/auth/register', { email, password }],
        ['/api/auth/password/recover', { email }],
      ] as const) {
        const response = await site.request('POST', path, { body });
        expect([email, path, response.status, String(response.body['error']).startsWith('email ')]).toEqual([email, path, 400, true]);
      }
    }
    const rows = await site.sql(`select recipient from emails where recipient !~ '^[a-z0-9.]+@example\\.com$'`);
    expect(rows).toEqual([]);
  });
});

describe('lists and details', () => {
  const variants = ['boards', 'pinners', 'pins'] as const;

  /** Texts with a meaning in SQL, patterns or text search, if they are not escaped. */
  const injections = [
    `'`,
    `''`,
    `"`,
    `";--`,
    `'; drop table users; --`,
    `1' or '1'='1`,
    `1) union select password_hash from users--`,
    `saves,1`,
    `saves desc;select pg_sleep(5)`,
    `(case when 1=1 then saves else id end)`,
    `$1`,
    `\\`,
    `%`,
    `_`,
    `a & | b`,
    `!!(`,
    `:*`,
    `<->`,
    `-a`,
    `or or or`,
    `{}`,
    `constructor`,
    `__proto__`,
    `'${'a'.repeat(90)}`,
  ];

  let before: string;
  beforeAll(async () => {
    for (const variant of variants) {
      await insertEntity(database.pool, variant, { _id: 'plain', name: 'Etsy shop' });
      await insertEntity(database.pool, variant, { _id: 'wild', name: '100 % wool_socks' });
    }
    await updateCatalogStats(database.pool);
    // A session that was seen a minute ago is marked as seen, which these tests may take on a busy machine.
    await site.sql(`update sessions set seen_at = now() + interval '1 day'`);
    before = await dumpDatabase(database.pool);
  });

  describe.each(variants)('of %s', (variant) => {
    it('treat keywords as plain text', async () => {
      const findIds = async (query: string) => {
        const { status, body } = await site.get(`/api/${variant}?query=${encodeURIComponent(query)}`);
        expect([query, status]).toEqual([query, 200]);
        return (body[variant] as { _id: string }[]).map(({ _id }) => _id);
      };
      for (const text of injections) expect(['', 'plain', 'wild']).toContain((await findIds(text)).join());
      for (const wildcard of ['%', '_', '\\', '%%', 'e%y', 'ets_', '*', '.*'])
        expect([wildcard, await findIds(wildcard)]).toEqual([wildcard, []]);
      expect([await findIds('etsy'), await findIds('wool_socks')]).toEqual([['plain'], ['wild']]);
    });

    it('search for very frequent words without an error', async () => {
      const accepted = ['a', 'the of and to in', '-a -b -c -d', '(a+)+$ (x|x|x)*', `${'a'.repeat(31)}!`, '🎄'.repeat(50), 'a'.repeat(100)];
      for (const query of accepted) expect((await site.get(`/api/${variant}?query=${encodeURIComponent(query)}`)).status).toBe(200);
    });

    it('respond to every unknown id in the same way, without revealing anything', async () => {
      const ids = [
        ...injections,
        '0',
        '-1',
        '1e3',
        '9'.repeat(30),
        '../users',
        '..%2f..%2fetc',
        'plain/../wild',
        'PLAIN',
        'plain ',
        '\u0000',
        '\u202Eplain',
        'x'.repeat(301),
        '🎄',
      ];
      for (const id of ids) {
        const { status, body, text } = await site.get(`/api/${variant}/${encodeURIComponent(id)}`);
        expect([id, [400, 404].includes(status)]).toEqual([id, true]);
        expect(Object.keys(body)).toEqual(['error', 'errors', 'code']);
        expect(text).not.toMatch(/select|syntax|pg_|relation|node_modules/i);
        if (status === 404) expect(body['error']).toBe(`This ${variant.slice(0, -1)} is not in our index any more.`);
      }
    });
  });

  it('have changed nothing', async () => expect(await dumpDatabase(database.pool)).toBe(before));
});

describe('URLs in crawled or linked data', () => {
  let canary: Server;
  let origin: string;
  const requestedUrls: string[] = [];

  beforeAll(async () => {
    canary = createServer((request, response) => {
      requestedUrls.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    canary.closeAllConnections();
    await new Promise((resolve) => canary.close(resolve));
  });

  const insertLinkedAccount = async (user: TestUser) =>
    site.sql(
      `insert into linked_accounts (user_id, platform, external_id, username, profile_image, website_url, access_token, key_id, access_expires_at, linked_at, read_at, renewed_at)
       values ($1, 'sandbox', 'ext', 'ada', $2, $3, 'x', 't1', now() + interval '1 year', now(), now(), now())`,
      [user.id, `${origin}/profile`, `${origin}/site`],
    );

  it('are never requested by the server', async () => {
    const { pool } = site.database;
    await insertEntity(pool, 'pinners', {
      _id: 'p',
      username: 'ada',
      image_url: `${origin}/pinner`,
      website_url: `${origin}/website`,
      domain_url: origin,
      url: origin,
    });
    await insertEntity(pool, 'boards', { _id: 'b', pinner_id: 'p', image_url: `${origin}/board`, url: origin });
    await insertEntity(pool, 'pins', { _id: 'n', pinner_id: 'p', image_url: `${origin}/pin`, link: `${origin}/link`, url: origin });
    await updateCatalogStats(pool);
    await site.app.get(RecomputeGrowth, { strict: false }).recomputeAll();
    const admin = await site.createUser('admin');
    await insertLinkedAccount(admin);
    for (const path of [
      'boards',
      'pinners',
      'pins',
      'boards/b',
      'pinners/p',
      'pins/n',
      'exports/pins',
      'users/me/pinterest_accounts',
      'admin/analytics',
    ]) {
      const { status, text } = await site.request('GET', `/api/${path}`, { as: admin });
      expect([path, status]).toEqual([path, 200]);
      if (!path.startsWith('admin')) expect(text).toContain(origin);
    }
    expect((await site.request('GET', '/api/admin/data-quality/scan', { as: admin })).status).toBe(200);
    // The canary does record requests.
    await fetch(`${origin}/the-test-itself`);
    expect(requestedUrls).toEqual(['/the-test-itself']);
  });
});
