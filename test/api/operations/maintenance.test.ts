import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Passwords } from '#domain/auth/account/passwords';
import { createApp } from '#server/app';
import { openApplicationContext, type ApplicationContext } from '#server/cli/application-context';
import { readConfig } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { createClientFolder } from '../../support/app/client-folder';
import { runInProcess } from '../../support/app/run-in-process';
import { testKeys } from '../../support/app/test-keys';
import { createUser, type TestUser } from '../../support/app/test-users';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { paddleNotice, paddleSettings, signNotice, subscriptionData } from '../../support/servers/paddle-notices';

const METRICS_TOKEN = 'a token of monitoring';
const password = 'fifteen characters at least';

interface Instance {
  readonly app: NestFastifyApplication;
  readonly origin: string;
}

describe('maintenance that an operator begins', () => {
  let database: TestDatabase;
  let client: Awaited<ReturnType<typeof createClientFolder>>;
  let application: ApplicationContext | undefined;
  let instances: Instance[];
  let admin: TestUser;
  let premium: TestUser;

  async function startInstance(): Promise<Instance> {
    const config = readConfig({
      NODE_ENV: 'test',
      RATE_LIMITS: 'off',
      ARGON2_MEMORY: '1024',
      METRICS_TOKEN,
      ...testKeys,
      ...paddleSettings,
    });
    const app = await createApp(config, database.url, client.folder);
    await app.listen(0, '127.0.0.1');
    return { app, origin: await app.getUrl() };
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    client = await createClientFolder();
    instances = [await startInstance(), await startInstance()];
    const [{ app }] = instances as [Instance];
    admin = await createUser(app, 'admin');
    premium = await createUser(app, 'premium');
    const hash = await app.get(Passwords, { strict: false }).hash(password);
    await database.pool.query('update users set password_hash = $1', [hash]);
    application = await openApplicationContext(readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, ...testKeys }));
  });
  afterAll(async () => {
    await application?.close();
    for (const { app } of instances) await app.close();
    await client.remove();
    await database.close();
  });

  const call = async (path: string, init: RequestInit = {}, index = 0) => {
    const response = await fetch(`${instances[index]!.origin}${path}`, { redirect: 'manual', ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const statusesOf = async (path: string, init: RequestInit = {}) =>
    Promise.all(instances.map(async (_, index) => (await call(path, init, index)).status));

  /** Turns the switch by the command, and waits until both instances follow. */
  async function turn(verb: 'on' | 'off'): Promise<void> {
    expect((await runInProcess(application!, ['maintenance', verb], { isJson: true })).code).toBe(0);
    const expected = verb === 'on' ? 503 : 200;
    for (let attempt = 0; (await statusesOf('/boards')).some((status) => status !== expected); attempt += 1) {
      if (attempt > 600) throw new Error(`the instances do not follow: ${(await statusesOf('/boards')).join(', ')}`);
      await sleep(50);
    }
  }

  /** Signs in as a browser does that opens the site during maintenance. */
  async function signIn({ email }: TestUser) {
    const first = await call('/api/sessions');
    expect(first.status).toBe(200);
    const cookies = first.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    const csrfToken = decodeURIComponent(cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '');
    const headers = { cookie: cookies.join('; '), 'x-xsrf-token': csrfToken, 'content-type': 'application/json' };
    return call('/api/auth/login', { method: 'POST', headers, body: JSON.stringify({ email, password }) });
  }

  it('gives visitors and users of every instance the maintenance page, until it ends', async () => {
    await turn('on');
    for (const headers of [{}, { cookie: premium.headers.cookie }]) {
      for (const path of ['/', '/pin/1/', '/premium', '/nothing', '/sitemap.xml', '/maintenance']) {
        const { status, headers: received, text } = await call(path, { headers });
        expect([path, status, received.get('retry-after')]).toEqual([path, 503, '3600']);
        expect(text).toContain('rebuilt');
        expect(received.get('content-security-policy')).not.toContain('paddle');
      }
      const { status, text } = await call('/api/stats', { headers }, 1);
      expect([status, JSON.parse(text)]).toEqual([503, expect.objectContaining({ code: 'not_ready' })]);
    }
    await turn('off');
    expect(await statusesOf('/api/stats')).toEqual([200, 200]);
    expect(await statusesOf('/')).toEqual([200, 200]);
    expect((await call('/api/admin/alarms', { headers: admin.headers })).text).not.toContain('aintenance');
    expect((await signIn(premium)).status).toBe(200);
  });

  describe('while it is on', () => {
    beforeAll(() => turn('on'));

    it('leaves the site to administrators, and the operations page says so', async () => {
      const { headers } = admin;
      for (const path of ['/', '/admin/operations', '/api/stats', '/api/admin/jobs'])
        expect([path, await statusesOf(path, { headers })]).toEqual([path, [200, 200]]);
      const alarms = JSON.parse((await call('/api/admin/alarms', { headers })).text) as unknown;
      expect(alarms).toContainEqual({ kind: 'maintenance', text: expect.stringMatching(/^Maintenance is on since 20.* UTC/) });
    });

    it('asks once who an administrator is, however many pages a browser opens', async () => {
      const query = jest.spyOn(instances[0]!.app.get(Postgres).pool, 'query');
      const asked = () => query.mock.calls.filter(([sql]) => JSON.stringify(sql).includes('sessions')).length;
      await Promise.all(Array.from({ length: 20 }, () => call('/boards', { headers: premium.headers })));
      expect(asked()).toBeLessThanOrEqual(1);
      query.mockRestore();
    });

    it('lets administrators sign in and out', async () => {
      expect((await call('/auth/login?next=/admin/operations')).status).toBe(200);
      const signedIn = await signIn(admin);
      expect([signedIn.status, signedIn.text]).toEqual([200, expect.stringContaining(admin.email)]);
      const cookie = signedIn.headers
        .getSetCookie()
        .map((each) => each.split(';')[0] ?? '')
        .join('; ');
      expect(await statusesOf('/admin/operations', { headers: { cookie } })).toEqual([200, 200]);
    });

    it('refuses the sign-in of everyone else with the text of maintenance, and opens no session', async () => {
      const countSessions = async () => (await database.pool.query('select from sessions where user_id = $1', [premium.id])).rowCount;
      const before = await countSessions();
      const refused = await signIn(premium);
      expect([refused.status, JSON.parse(refused.text)]).toEqual([
        503,
        expect.objectContaining({ error: 'The site is being rebuilt. Please come back later.', code: 'not_ready' }),
      ]);
      expect(refused.headers.get('retry-after')).toBe('3600');
      expect(await countSessions()).toBe(before);
    });

    it('takes payment notices, and answers probes and the documentation of the API', async () => {
      const body = JSON.stringify(paddleNotice('subscription.created', subscriptionData({ custom_data: {} })));
      const headers = { 'content-type': 'application/json', 'paddle-signature': signNotice(body) };
      expect((await call('/api/webhooks/paddle', { method: 'POST', headers, body })).status).toBe(200);
      for (const path of ['/healthz', '/readyz', '/api/docs', '/api/openapi.json', '/api/settings'])
        expect([path, await statusesOf(path)]).toEqual([path, [200, 200]]);
      expect(await statusesOf('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).toEqual([200, 200]);
    });
  });
});
