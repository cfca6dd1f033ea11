import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { saveDemoLoaded } from '#server/demo/postgres/demo-settings';
import { PrintedAddress } from '#server/http/guards/printed-address';
import { CookieBrowser } from '../../support/app/cookie-browser';
import { listenOnFreePort, statusLineFor } from '../../support/app/raw-http';
import { createTestApp, type TestApp, createTestAppWithDatabase } from '../../support/app/test-app';
import { localCookieHeader } from '../../support/app/test-users';
import { askedConsent, sandboxConsentPath } from '../../support/app/sandbox-consent';
import { useTestDatabase } from '../../support/database/test-database';

describe('hosts', () => {
  const database = useTestDatabase();
  let site: TestApp;

  beforeAll(async () => {
    await saveDemoLoaded(database.pool, 1);
    site = await createTestApp(database.url);
    site.app.useLogger(false);
  });

  const statusOf = async (target: TestApp, host: string, path = '/api/settings') =>
    (await target.app.inject({ url: path, headers: { host } })).statusCode;

  describe('a site without a public URL', () => {
    it('refuses a name that a web page pointed at this machine, in API, pages and captured mail', async () => {
      for (const path of ['/api/sessions', '/api/settings', '/dev/mail', '/sandbox/oauth', '/', '/no/such/page'])
        expect([path, await statusOf(site, 'rebind.test:3000', path)]).toEqual([path, 421]);
      const { body } = await site.request('POST', '/api/auth/demo', { headers: { host: 'rebind.test' }, body: { role: 'admin' } });
      expect(body).toEqual({
        error: 'This server does not answer to this host name.',
        errors: ['This server does not answer to this host name.'],
        code: 'wrong_host',
      });
    });

    it.each(['/healthz', '/readyz'])('answers %s to a load balancer that uses any name', async (path) => {
      expect(await statusOf(site, '10.0.0.7', path)).toBe(200);
    });
  });

  it('answers 400 to two Host headers, and 421 to a target of another host', async () => {
    const port = await listenOnFreePort(site);
    const statusLine = (target: string, hosts: readonly string[]) =>
      statusLineFor(port, `GET ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`);
    expect(await statusLine('/healthz', ['localhost', 'localhost'])).toContain(' 400 ');
    expect(await statusLine('/api/settings', ['localhost', 'evil.test'])).toContain(' 400 ');
    expect(await statusLine('http://evil.test/api/settings', ['localhost'])).toContain(' 421 ');
    expect(await statusLine('/healthz', ['localhost'])).toContain(' 200 ');
  });

  it('a site with a public URL answers to its host only', async () => {
    const publicSite = await createTestApp(database.url, { settings: { PUBLIC_URL: 'https://pins.example' } });
    publicSite.app.useLogger(false);
    expect(await statusOf(publicSite, 'pins.example')).toBe(200);
    for (const host of ['localhost', '127.0.0.1:3000', 'evil.test']) expect(await statusOf(publicSite, host)).toBe(421);
    await publicSite.close();
  });

  describe('demo sign-in, captured mail and sandbox consent', () => {
    /** The value of the cookie, also for who cannot open the printed address. */
    const cookieOf = ({ app }: TestApp) => localCookieHeader(app).slice('local='.length);

    /** The statuses for a request with these headers from this address, in the order of the title. */
    async function statusesFor(target: TestApp, headers: Readonly<Record<string, string>>, clientIp = '127.0.0.1') {
      const browser = await CookieBrowser.openPrinted(target.app, clientIp);
      browser.jar.set('local', browser.jar.get('local') ?? cookieOf(target));
      const state = 'consent-state';
      const responses = [
        await browser.send('POST', '/api/auth/demo', { role: 'free' }, headers),
        await browser.send('GET', '/dev/mail', undefined, headers),
        await browser.send('GET', sandboxConsentPath(state), undefined, headers),
        await browser.send('POST', '/sandbox/oauth', { ...askedConsent, state, decision: 'allow', account: 'maple_kitchen' }, headers),
      ];
      const { body } = await browser.send('GET', '/api/settings', undefined, headers);
      return { statuses: responses.map(({ status }) => status), shown: [body['demo_sign_in'], body['local_mail']] };
    }
    const open = { statuses: [200, 200, 200, 303], shown: [true, true] };
    const closed = { statuses: [404, 404, 404, 404], shown: [false, false] };

    beforeAll(async () => {
      await database.pool.query(`insert into users (email, role_id, is_confirmed, created_at) values ('free@demo.test', 2, true, now())`);
    });

    it('work on this machine', async () => {
      expect(await statusesFor(site, {})).toEqual(open);
      expect(await statusesFor(site, {}, '::1')).toEqual(open);
    });

    it.each(['client-ip', 'x-azure-clientip', 'x-proxyuser-ip'])(
      'are closed to who has not opened the printed address, also behind a proxy that only sends %s',
      async (header) => {
        const visitor = await CookieBrowser.open(site.app);
        const send = (method: 'GET' | 'POST', path: string, body?: object) => visitor.send(method, path, body, { [header]: '203.0.113.7' });
        for (const [method, path, body] of [
          ['POST', '/api/auth/demo', { role: 'admin' }],
          ['GET', '/dev/mail'],
          ['GET', '/dev/mail/1'],
          ['GET', sandboxConsentPath('s')],
          ['POST', '/sandbox/oauth', { ...askedConsent, state: 's', decision: 'allow', account: 'maple_kitchen' }],
        ] as const)
          expect([path, (await send(method, path, body)).status]).toEqual([path, 404]);
        expect((await send('GET', '/api/settings')).body).toMatchObject({
          demo_sign_in: false,
          local_mail: false,
          needs_printed_address: ['demo_sign_in', 'local_mail'],
        });
      },
    );

    it.each(['/dev/mail', '/dev/mail/1', sandboxConsentPath('s'), '/sandbox/switches'])(
      'say on this machine, and nowhere else, how a browser opens %s',
      async (path) => {
        const ask = (clientIp: string) =>
          site.app.inject({ url: path, headers: { host: 'localhost', accept: 'text/html' }, remoteAddress: clientIp });
        const [here, elsewhere] = [await ask('127.0.0.1'), await ask('192.168.1.7')];
        expect([here.statusCode, here.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
        expect(here.body).toContain('open the address that the server printed when it started');
        expect(elsewhere.body).not.toContain('printed');
      },
    );

    it('open in the browser that opens the printed address, which leads to the home page', async () => {
      const browser = await CookieBrowser.open(site.app);
      const { status, headers } = await browser.send('GET', site.app.get(PrintedAddress).path);
      expect([status, headers['location'], headers['cache-control']]).toEqual([303, '/', 'no-store']);
      expect(String(headers['set-cookie'])).toMatch(/^local=[\w.-]+; Path=\/; Max-Age=2592000; SameSite=Strict; HttpOnly$/);
      expect((await browser.send('GET', '/api/settings')).body).toMatchObject({ demo_sign_in: true, needs_printed_address: [] });
    });

    it.each([
      ['a wrong code', '/local/AAAAAAAAAAAAAAAAAAAAAA', '127.0.0.1', 303],
      ['another machine', null, '192.168.1.7', 404],
    ])('stay closed after opening it with %s', async (_, path, clientIp, expected) => {
      const browser = await CookieBrowser.open(site.app, clientIp);
      const { status } = await browser.send('GET', path ?? site.app.get(PrintedAddress).path);
      expect([status, browser.jar.has('local')]).toEqual([expected, false]);
    });

    it('stay closed with a made-up cookie, and with another server’s key', async () => {
      const browser = await CookieBrowser.open(site.app);
      const other = await createTestApp(database.url, { settings: { SECRET_KEY: 'another key of at least 32 characters' } });
      for (const value of ['x', `${'a'.repeat(43)}.${'b'.repeat(43)}`, cookieOf(other)]) {
        browser.jar.set('local', value);
        expect((await browser.send('GET', '/dev/mail')).status).toBe(404);
      }
      await other.close();
    });

    it('stay open with the next start of the server, and the cookie has the prefix of https', async () => {
      const secure = await createTestApp(database.url, { settings: { PUBLIC_URL: 'https://localhost', ALLOW_SANDBOX: 'true' } });
      const browser = await CookieBrowser.openPrinted(secure.app);
      expect([...browser.jar.keys()]).toContain('__Host-local');
      const restarted = await createTestApp(database.url, { settings: { PUBLIC_URL: 'https://localhost', ALLOW_SANDBOX: 'true' } });
      const cookie = `__Host-local=${browser.jar.get('__Host-local')}`;
      expect((await restarted.get('/dev/mail', { cookie })).status).toBe(200);
      expect(restarted.app.get(PrintedAddress).path).not.toBe(secure.app.get(PrintedAddress).path);
      await secure.close();
      await restarted.close();
    });

    it('are closed behind a proxy or tunnel on this machine that names a client', async () => {
      expect(await statusesFor(site, { 'x-forwarded-for': '127.0.0.1' })).toEqual(closed);
    });

    it('are closed to other machines', async () => {
      expect(await statusesFor(site, {}, '192.168.1.7')).toEqual(closed);
    });

    it('are closed when a trusted proxy claims that the client is this machine', async () => {
      const proxied = await createTestApp(database.url, { settings: { TRUSTED_PROXIES: '1' } });
      expect(await statusesFor(proxied, { 'x-forwarded-for': '127.0.0.1' }, '10.0.0.2')).toEqual(closed);
      await proxied.close();
    });

    it('are closed under a public name that is not https', async () => {
      const named = await createTestApp(database.url, { settings: { PUBLIC_URL: 'http://pins.lan' } });
      expect(await statusesFor(named, {})).toEqual(closed);
      await named.close();
    });

    it('do not exist with an https public URL, whatever NODE_ENV says', async () => {
      const publicSite = await createTestApp(database.url, { settings: { PUBLIC_URL: 'https://localhost' } });
      const responses = await Promise.all(
        ['/dev/mail', '/sandbox/oauth', '/demo/own-data', '/demo/pictures/board/1.svg', publicSite.app.get(PrintedAddress).path].map(
          (path) => publicSite.request('GET', path, { headers: { cookie: localCookieHeader(publicSite.app) } }),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      const { body } = await publicSite.get('/api/settings');
      expect([body['demo_sign_in'], body['local_mail']]).toEqual([false, false]);
      await publicSite.close();
    });
  });
});

describe('a shutdown', () => {
  /** Sends a request on an open connection and returns its response; what came so far when the connection closes. */
  async function requestOn(socket: Socket, path: string): Promise<string> {
    let response = '';
    const collect = (data: Buffer) => (response += data.toString());
    socket.on('data', collect);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    while (!response.includes('}') && !socket.closed) await Promise.race([once(socket, 'data').catch(() => undefined), closed]);
    socket.off('data', collect).resume();
    return response;
  }

  it('a stopping server answers on a connection that is idle when it stops, and then closes it', async () => {
    const site = await createTestAppWithDatabase();
    const socket = connect(await listenOnFreePort(site), '127.0.0.1').on('error', () => undefined);
    expect(await requestOn(socket, '/healthz')).toMatch(/^HTTP\/1\.1 200 [^]*connection: keep-alive/i);
    const closed = site.close();
    let response = await requestOn(socket, '/healthz');
    while (/connection: keep-alive/i.test(response)) response = await requestOn(socket, '/healthz');
    expect(response).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    await closed;
    expect(socket.closed || socket.readableEnded).toBe(true);
  });
});
