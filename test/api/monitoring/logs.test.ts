import { jest } from '@jest/globals';
import { CollectedLog } from '../../support/app/collected-log';
import { CookieBrowser, latestCode } from '../../support/app/cookie-browser';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { localCookieHeader } from '../../support/app/test-users';
import { FaultProxy } from '../../support/database/fault-proxy';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { LinkedAccounts } from '#server/linked-accounts/typeorm/linked-accounts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const ACCOUNTS_URL = '/api/users/me/pinterest_accounts';

let database: TestDatabase;
let proxy: FaultProxy;
let site: TestApp;
const log = new CollectedLog();

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await FaultProxy.start(database.url);
  site = await createTestApp(proxy.url, { settings: { LOG_LEVEL: 'debug' }, output: log });
});
beforeEach(() => void log.lines.splice(0));
afterAll(async () => {
  await site.close();
  await proxy.close();
  await database.close();
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function untilLogged(part: string, text: string): Promise<void> {
  while (!log.recordsOf(part).some(({ msg }) => String(msg).includes(text))) await nextTurn();
}

describe('a request', () => {
  it('is one line with its route, status, duration, and the id that its response names', async () => {
    const { headers, status } = await site.get('/api/boards/no-such-board?code=hidden');
    expect(headers['x-request-id']).toMatch(UUID);
    const record = {
      method: 'GET',
      route: '/api/boards/:id',
      status,
      ms: expect.any(Number),
      id: headers['x-request-id'],
      network_hash: expect.stringMatching(/^[\w-]{16}$/),
    };
    expect(log.recordsOf('http')).toEqual([{ level: 'info', time: expect.any(String), part: 'http', ...record }]);
  });

  it('has an id even if its URL is malformed, and a probe is no news', async () => {
    const { headers, status } = await site.get('/api/boards/%zz');
    expect([status, headers['x-request-id']]).toEqual([400, expect.stringMatching(UUID)]);
    await site.get('/healthz');
    expect(log.recordsOf('http').filter(({ route }) => route === '/healthz')).toMatchObject([{ level: 'debug' }]);
  });

  it('that fails is a warning, beside the error with its stack under the same id', async () => {
    const linkedAccounts = site.app.get(LinkedAccounts, { strict: false });
    const fail = jest.spyOn(linkedAccounts, 'listFor').mockRejectedValue(new Error('a fault of ours'));
    const { status, text, headers } = await site.request('GET', ACCOUNTS_URL, { as: await site.createUser('free') });
    fail.mockRestore();
    const id = String(headers['x-request-id']);
    expect([status, text]).toEqual([500, expect.stringContaining(`Reference: ${id}`)]);
    expect(log.recordsOf('http')).toMatchObject([
      { level: 'error', msg: `GET ${ACCOUNTS_URL} failed: Error: a fault of ours`, id, stack: expect.stringContaining('logs.test.ts') },
      { level: 'warn', status: 500, id },
    ]);
  });
});

describe('the log of signing up, resetting a password, and linking an account', () => {
  it('has no password, code, token, email address, or IP address', async () => {
    const email = 'ann.secretive@example.com';
    const [password, newPassword, clientIp] = ['plum otter lake 42', 'grape lynx pond 43', '203.0.113.77'];
    const browser = await CookieBrowser.open(site.app, clientIp);
    await browser.post('/api/auth/register', { email, password });
    const confirmation = await latestCode(database.pool, email, 'confirm');
    await browser.send('GET', `/auth/email/confirm/${confirmation}`);
    expect((await browser.post('/api/auth/email/confirm', { confirmation_code: confirmation })).status).toBe(200);
    const tokens = [browser.sessionToken];
    await browser.post('/api/auth/password/recover', { email });
    const reset = await latestCode(database.pool, email, 'reset');
    expect((await browser.post('/api/auth/password/reset', { reset_code: reset, password: newPassword })).status).toBe(200);
    expect((await browser.post('/api/auth/login', { email, password })).status).toBe(401);
    expect((await browser.post('/api/auth/login', { email, password: newPassword })).status).toBe(200);
    tokens.push(browser.sessionToken, browser.jar.get('XSRF-TOKEN') ?? '');
    const started = new URL(String((await browser.post(ACCOUNTS_URL, {})).body['redirect_uri']), 'http://site.test');
    const state = started.searchParams.get('state') ?? '';
    const { headers } = await site.app.inject({
      method: 'POST',
      url: '/sandbox/oauth',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: localCookieHeader(site.app) },
      payload: new URLSearchParams({ state, account: 'maple_kitchen', decision: 'allow' }).toString(),
    });
    const permission = Object.fromEntries(new URL(headers.location ?? '', 'http://site.test').searchParams);
    expect((await browser.post(ACCOUNTS_URL, permission)).status).toBeLessThan(300);
    const secrets = [email, password, newPassword, clientIp, confirmation, reset, state, permission['code'] ?? '', ...tokens];
    expect(secrets.every((secret) => secret.length > 8)).toBe(true);
    const output = log.lines.join('');
    expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
    expect(log.recordsOf('security').map(({ event }) => event)).toEqual(
      expect.arrayContaining(['registered', 'confirmed', 'password-reset', 'sign-in-failed', 'signed-in', 'account-linked']),
    );
  });
});

describe('an outage of the database', () => {
  it('and its end are logged once each, however much fails meanwhile', async () => {
    const user = await site.createUser('free');
    proxy.setFault('reset');
    await untilLogged('database', 'out of reach');
    for (let count = 0; count < 5; count++) expect((await site.request('GET', ACCOUNTS_URL, { as: user })).status).toBe(503);
    while (log.recordsOf('http').length < 5) await nextTurn();
    proxy.setFault('none');
    await untilLogged('database', 'works again');
    expect(log.recordsOf('database')).toMatchObject([{ level: 'error' }, { level: 'warn' }]);
    expect(log.recordsOf('jobs').filter(({ level }) => level === 'error')).toEqual([]);
    expect(log.recordsOf('limits')).toEqual([]);
  });
});
