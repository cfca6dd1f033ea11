import { saveDemoLoaded } from '#server/demo/postgres/demo-settings';
import { CookieBrowser } from '../../support/app/cookie-browser';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { listenOnFreePort, statusLineFor } from '../../support/app/raw-http';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

let database: TestDatabase;
let site: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  await saveDemoLoaded(database.pool, 1);
  site = await createTestApp(database.url);
  site.app.useLogger(false);
});
afterAll(async () => {
  await site.close();
  await database.close();
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

  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])('answers to %s', async (host) => {
    expect(await statusOf(site, host)).toBe(200);
  });

  it.each(['/healthz', '/readyz'])('answers %s to a load balancer that uses any name', async (path) => {
    expect(await statusOf(site, '10.0.0.7', path)).toBe(200);
  });
});

it('answers 400 to two Host headers, and 421 to a target of another host', async () => {
  const listening = await createTestApp(database.url);
  const port = await listenOnFreePort(listening);
  const statusLine = (target: string, hosts: readonly string[]) =>
    statusLineFor(port, `GET ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`);
  expect(await statusLine('/healthz', ['localhost', 'localhost'])).toContain(' 400 ');
  expect(await statusLine('/api/settings', ['localhost', 'evil.test'])).toContain(' 400 ');
  expect(await statusLine('http://evil.test/api/settings', ['localhost'])).toContain(' 421 ');
  expect(await statusLine('/healthz', ['localhost'])).toContain(' 200 ');
  await listening.close();
});

it('a site with a public URL answers to its host only', async () => {
  const publicSite = await createTestApp(database.url, { PUBLIC_URL: 'https://pins.example' });
  publicSite.app.useLogger(false);
  expect(await statusOf(publicSite, 'pins.example')).toBe(200);
  for (const host of ['localhost', '127.0.0.1:3000', 'evil.test']) expect(await statusOf(publicSite, host)).toBe(421);
  await publicSite.close();
});

describe('demo sign-in, captured mail and sandbox consent', () => {
  /** The statuses for a request with these headers from this address, in the order of the title. */
  async function statusesFor(target: TestApp, headers: Readonly<Record<string, string>>, clientIp = '127.0.0.1') {
    const browser = await CookieBrowser.open(target.app, clientIp);
    const state = 'consent-state';
    const responses = [
      await browser.send('POST', '/api/auth/demo', { role: 'free' }, headers),
      await browser.send('GET', '/dev/mail', undefined, headers),
      await browser.send('GET', `/sandbox/oauth?state=${state}`, undefined, headers),
      await browser.send('POST', '/sandbox/oauth', { state, decision: 'allow', account: 'maple_kitchen' }, headers),
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

  it.each(['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'])(
    'are closed behind a proxy or tunnel on this machine that sends %s',
    async (header) => {
      expect(await statusesFor(site, { [header]: '127.0.0.1' })).toEqual(closed);
    },
  );

  it('are closed to other machines', async () => {
    expect(await statusesFor(site, {}, '192.168.1.7')).toEqual(closed);
  });

  it('are closed when a trusted proxy claims that the client is this machine', async () => {
    const proxied = await createTestApp(database.url, { TRUSTED_PROXIES: '1' });
    expect(await statusesFor(proxied, { 'x-forwarded-for': '127.0.0.1' }, '10.0.0.2')).toEqual(closed);
    await proxied.close();
  });

  it('are closed under a public name that is not https', async () => {
    const named = await createTestApp(database.url, { PUBLIC_URL: 'http://pins.lan' });
    expect(await statusesFor(named, {})).toEqual(closed);
    await named.close();
  });

  it('do not exist with an https public URL, whatever NODE_ENV says', async () => {
    const publicSite = await createTestApp(database.url, { PUBLIC_URL: 'https://localhost' });
    const responses = await Promise.all(
      ['/dev/mail', '/sandbox/oauth', '/demo/own-data', '/demo/pictures/board/1.svg'].map((path) => publicSite.request('GET', path)),
    );
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const { body } = await publicSite.get('/api/settings');
    expect([body['demo_sign_in'], body['local_mail']]).toEqual([false, false]);
    await publicSite.close();
  });
});
