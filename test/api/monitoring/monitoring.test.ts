import { readFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import { freePort } from '#server/database/embedded-postgres';
import { Postgres } from '#server/database/postgres';
import { LinkedAccounts } from '#server/linked-accounts/typeorm/linked-accounts';
import { ipv4ClientIp } from '#domain/client-ip';
import { type SecurityEvent, SecurityLog } from '#domain/auth/security-log';
import { DAY_MS } from '#domain/durations';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { JobRunner } from '#server/jobs/job-runner';
import { CollectedLog } from '../../support/app/collected-log';
import { CookieBrowser, latestCode } from '../../support/app/cookie-browser';
import { createTestApp, type TestApp, useTestApp } from '../../support/app/test-app';
import { localCookieHeader } from '../../support/app/test-users';
import { FaultProxy } from '../../support/database/fault-proxy';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { consentTo } from '../../support/app/sandbox-consent';
import { createTestDatabase, type TestDatabase, useTestDatabase } from '../../support/database/test-database';

describe('logs', () => {
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
        {
          level: 'error',
          msg: `GET ${ACCOUNTS_URL} failed: Error: a fault of ours`,
          id,
          stack: expect.stringContaining('monitoring.test.ts'),
        },
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
        payload: consentTo(started.href),
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
});

describe('metrics', () => {
  const token = 'a token of monitoring';
  const authorization = `Bearer ${token}`;

  const database = useTestDatabase();
  let port: number;
  let site: TestApp;
  beforeAll(async () => {
    await insertEntity(database.pool, 'boards');
    await updateCatalogStats(database.pool);
    await database.pool.query(`update board_metrics set last_crawled_at = '2026-08-01T00:00:00Z'`);
    await database.pool.query(
      `insert into emails (recipient, kind, created_at, due_at) values ('a@b.test', 'confirm', now() - interval '1 hour', now() + interval '1 day')`,
    );
    // A job that succeeded so late missed no run, which would change its status.
    await database.pool.query(
      `insert into job_statuses (job, scheduled_for, started_at, succeeded_at, failed_at, error)
     values ('subscriptions', 'x', '2100-08-02T00:00:00Z', '2100-08-01T00:00:00Z', '2100-08-02T00:00:01Z', 'no disk'),
            ('removed-job', 'x', '2026-08-02T00:00:00Z', null, '2026-08-02T00:00:01Z', 'no disk')`,
    );
    port = await freePort();
    site = await createTestApp(database.url, { settings: { METRICS_TOKEN: token, METRICS_PORT: String(port) } });
    const { id } = await site.createUser('free');
    await database.pool.query(
      `insert into linked_accounts (user_id, platform, external_id, username, access_token, key_id, access_expires_at, linked_at, renewed_at, read_at, scopes, needs_reconnect, problem)
       select $1, 'pinterest', name, name, '\\x00', 'k1', now() + interval '1 day', now(), now(), now(), '{}', name = 'lost', problem
       from (values ('first', null), ('second', null), ('slow', 'unreachable'), ('lost', null)) account(name, problem)`,
      [id],
    );
  });

  /** The values of the metrics, by name and labels. */
  const parse = (text: string): ReadonlyMap<string, number> =>
    new Map(
      text
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    );
  const scrape = async (from = site) => parse((await from.get('/metrics', { authorization })).text);

  describe('the metrics', () => {
    it('show requests by route and class of status, pools, the jobs of this release, the outbox, the data, and the process', async () => {
      await site.get('/api/boards/no-such-board');
      const found = await scrape();
      expect(found.get('corklight_http_request_duration_seconds_count{method="GET",route="/api/boards/:id",status="4xx"}')).toBe(1);
      expect(found.get('corklight_database_connections{pool="requests"}')).toBeGreaterThan(0);
      expect(found.get('corklight_database_waiting{pool="jobs"}')).toBe(0);
      expect(found.get('corklight_job_failing{job="subscriptions"}')).toBe(1);
      expect(found.get('corklight_job_last_success_timestamp_seconds{job="subscriptions"}')).toBe(
        Date.parse('2100-08-01T00:00:00Z') / 1_000,
      );
      expect(found.get('corklight_job_last_failure_timestamp_seconds{job="subscriptions"}')).toBe(
        Date.parse('2100-08-02T00:00:01Z') / 1_000,
      );
      expect([...found.keys()].filter((name) => name.includes('removed-job'))).toEqual([]);
      expect(found.get('corklight_alarm_webhook_failing')).toBe(0);
      const linked = (state: string) => found.get(`corklight_linked_accounts{state="${state}"}`);
      expect([linked('connected'), linked('retrying'), linked('needs_you')]).toEqual([2, 1, 1]);
      expect(found.get('corklight_outbox_emails')).toBe(1);
      expect(found.get('corklight_outbox_oldest_seconds')).toBeGreaterThanOrEqual(3_600);
      expect(found.get('corklight_newest_reading_timestamp_seconds{kind="board"}')).toBe(Date.parse('2026-08-01T00:00:00Z') / 1_000);
      expect(found.get('corklight_catalog_rows{kind="board"}')).toBe(1);
      expect(found.get('corklight_database_bytes')).toBeGreaterThan(1_000_000);
      expect(found.get('corklight_database_reachable')).toBe(1);
      expect(found.has('process_resident_memory_bytes')).toBe(true);
    });

    it.each([{}, { authorization: 'Bearer another token' }, { authorization: token }])(
      'do not exist for a request with %j',
      async (headers) => {
        const { status, headers: received, text } = await site.get('/metrics', headers);
        expect([status, received['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
        expect(text).not.toContain('corklight');
      },
    );

    it('are on a port of their own, which has nothing else, and asks for the token if there is one', async () => {
      const get = async (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
      expect((await get('/metrics')).status).toBe(404);
      expect((await get('/api/stats', { authorization })).status).toBe(404);
      expect(parse(await (await get('/metrics', { authorization })).text()).get('corklight_database_reachable')).toBe(1);
    });

    it('ask the database at most every ten seconds', async () => {
      await scrape();
      const query = jest.spyOn(site.app.get(Postgres).pool, 'query');
      for (let count = 0; count < 20; count++) await scrape();
      const statements = query.mock.calls.map(([statement]) => statement);
      query.mockRestore();
      expect(statements.filter((statement) => statement.includes('emails where due_at')).length).toBeLessThanOrEqual(1);
    });

    it('are served without the figures of the site while the database is out of reach', async () => {
      const proxy = await FaultProxy.start(database.url);
      const other = await createTestApp(proxy.url, { settings: { METRICS_TOKEN: token } });
      proxy.setFault('reset');
      const found = await scrape(other).finally(async () => {
        proxy.setFault('none');
        await other.close();
        await proxy.close();
      });
      expect([found.get('corklight_database_reachable'), found.has('corklight_outbox_emails')]).toEqual([0, false]);
    });
  });

  it('the dashboard of Grafana asks only for metrics that exist, and for all of replicas', async () => {
    const dashboard = await readFile('docker/grafana-dashboard.json', 'utf8');
    const asked = new Set(dashboard.match(/\b(?:corklight|process)_[a-z_]+/g));
    const { text } = await site.get('/metrics', { authorization });
    expect(asked.size).toBeGreaterThan(10);
    expect([...asked].filter((name) => !text.includes(name))).toEqual([]);
    const ofReplicas = text.match(/(?<=# HELP )corklight_replica_\S+/g) ?? [];
    expect(ofReplicas.length).toBeGreaterThan(0);
    expect(ofReplicas.filter((name) => !asked.has(name))).toEqual([]);
  });
});

describe('the readiness of an instance', () => {
  const database = useTestDatabase();
  beforeAll(async () => {
    await insertEntity(database.pool, 'boards');
    await database.pool.query(`update board_metrics set last_crawled_at = '2026-08-01T00:00:00Z'`);
    await database.pool.query(
      `insert into emails (recipient, kind, created_at, due_at) values ('a@b.test', 'confirm', '2026-08-02T00:00:00Z', now() + interval '1 day')`,
    );
  });

  /** What `/readyz` of a new instance answers. */
  async function readinessAt(url: string, meanwhile: (site: TestApp) => void = () => undefined) {
    const site = await createTestApp(url);
    try {
      meanwhile(site);
      const { status, body } = await site.get('/readyz');
      return { code: status, ...body };
    } finally {
      await site.close();
    }
  }

  const current = {
    code: 200,
    status: 'ready',
    reasons: [],
    schema: 'current',
    newest_reading_at: '2026-08-01T00:00:00.000Z',
    oldest_unsent_email_at: '2026-08-02T00:00:00.000Z',
    newest_backup_at: null,
    newest_backup_bytes: null,
  };

  it('does not depend on old data and unsent emails, which it reports', async () => {
    expect(await readinessAt(database.url)).toEqual(current);
  });

  it('names old data of an imported catalog as a reason, and stays ready', async () => {
    await database.pool.query(
      `insert into imports (way, name, kind, state, received_at, finished_at) values ('command', 'boards.csv', 'boards', 'done', now(), now())`,
    );
    expect(await readinessAt(database.url)).toEqual({ ...current, reasons: ['data out of date'] });
    await database.pool.query('delete from imports');
  });

  it('says when the database is unreachable, and no more', async () => {
    const proxy = await FaultProxy.start(database.url);
    const found = await readinessAt(proxy.url, () => proxy.setFault('refused'));
    await proxy.close();
    const unknown = {
      schema: null,
      newest_reading_at: null,
      oldest_unsent_email_at: null,
      newest_backup_at: null,
      newest_backup_bytes: null,
    };
    expect(found).toEqual({ code: 503, status: 'not ready', reasons: ['database unreachable'], ...unknown });
  });

  it('ends with an older schema, and goes on with a newer one, as during an update', async () => {
    await database.pool.query(`insert into migrations ("timestamp", name) values (9, 'OfANewerRelease')`);
    expect(await readinessAt(database.url)).toEqual({ ...current, schema: 'newer' });
    await database.pool.query(`delete from migrations where id = (select min(id) from migrations)`);
    expect(await readinessAt(database.url)).toMatchObject({ code: 503, reasons: ['schema older'], schema: 'older' });
  });
});

const ACCOUNTS_URL = '/api/users/me/pinterest_accounts';

describe('the security log', () => {
  const site = useTestApp();
  let events: SecurityEvent[];
  beforeAll(async () => {
    site.app.get(SecurityLog, { strict: false }).record = (event) => void events.push(event);
  });
  beforeEach(() => (events = []));

  it('records who linked and unlinked an account', async () => {
    const as = await site.createUser('free');
    const redirect = (await site.request('POST', ACCOUNTS_URL, { as, body: {} })).body['redirect_uri'];
    const { headers } = await site.app.inject({
      method: 'POST',
      url: '/sandbox/oauth',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: localCookieHeader(site.app) },
      payload: consentTo(redirect),
    });
    expect(events).toEqual([]);
    const body = Object.fromEntries(new URL(headers.location ?? '', 'http://site.test').searchParams);
    const { _id } = (await site.request('POST', ACCOUNTS_URL, { as, body })).body;
    expect((await site.request('DELETE', `${ACCOUNTS_URL}/${String(_id)}`, { as })).status).toBe(204);
    expect(events).toEqual([
      { event: 'account-linked', user_id: as.id, detail: _id },
      { event: 'account-unlinked', user_id: as.id, detail: _id },
    ]);
  });

  it('records whose Premium changed, and to which status', async () => {
    const as = await site.createUser('free');
    const bought = await site.request('POST', '/api/sandbox/payments', { as, body: { action: 'pay', product: 'user' } });
    expect(bought.status).toBe(200);
    expect(events).toEqual([
      { event: 'premium-changed', user_id: as.id, detail: 'active' },
      { event: 'premium-changed', user_id: null, detail: 'paid' },
    ]);
  });

  it('records what an administrator did to a person', async () => {
    const [admin, person] = [await site.createUser('admin'), await site.createUser('free')];
    const path = `/api/admin/people/${person.id}`;
    const until = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
    await site.request('POST', `${path}/premium`, { as: admin, body: { until } });
    await site.request('DELETE', `${path}/premium`, { as: admin });
    await site.request('DELETE', `${path}/sessions`, { as: admin });
    await site.request('POST', `${path}/deletion`, { as: admin, body: { email: 'another@people.test' } });
    await site.request('POST', `${path}/deletion`, { as: admin, body: { email: person.email } });
    expect(events).toEqual([
      { event: 'premium-changed', user_id: person.id, detail: 'given' },
      { event: 'premium-changed', user_id: person.id, detail: 'given one ended' },
      { event: 'sessions-ended', user_id: person.id, detail: 'by administrator' },
      { event: 'account-deleted', user_id: person.id, detail: 'by administrator' },
    ]);
  });

  it('says once a minute who was refused access, to which endpoint, and how often', async () => {
    const as = await site.createUser('premium');
    for (let count = 0; count < 3; count++) expect((await site.request('GET', '/api/admin/jobs', { as })).status).toBe(403);
    expect((await site.request('GET', '/api/users/me/watchlists')).status).toBe(401);
    expect((await site.request('PATCH', '/api/users/me/optional-emails', { as: null, body: {} })).status).toBe(403);
    expect(events).toEqual([]);
    site.app.get(RefusalLog).flush();
    const clientIp = ipv4ClientIp('127.0.0.1');
    expect(events).toEqual([
      { event: 'access-refused', detail: 'GET /admin/jobs', clientIp, user_id: as.id, count: 3 },
      { event: 'access-refused', detail: 'GET /users/me/watchlists', clientIp, user_id: null, count: 1 },
      { event: 'access-refused', detail: 'cross-site', clientIp, user_id: null, count: 1 },
    ]);
  });

  it('says once a minute whose input was rejected and who lacked Premium, at which endpoint, and how often', async () => {
    const as = await site.createUser('free');
    for (let count = 0; count < 2; count++) expect((await site.request('GET', '/api/boards?page=x', { as })).status).toBe(400);
    const headers = { ...as.headers, 'content-type': 'text/plain' };
    const plain = await site.app.inject({ method: 'POST', url: '/api/users/me/watchlists', headers, payload: 'x' });
    expect(plain.statusCode).toBe(415);
    expect((await site.request('GET', '/api/boards?query=etsy')).status).toBe(403);
    expect((await site.request('GET', '/api/boards/missing')).status).toBe(404);
    expect(events).toEqual([]);
    site.app.get(RefusalLog).flush();
    const clientIp = ipv4ClientIp('127.0.0.1');
    expect(events).toEqual([
      { event: 'input-rejected', detail: 'GET /boards', clientIp, user_id: as.id, count: 2 },
      { event: 'input-rejected', detail: 'POST /users/me/watchlists', clientIp, user_id: null, count: 1 },
      { event: 'access-refused', detail: 'GET /boards', clientIp, user_id: null, count: 1 },
    ]);
  });

  it('says once a minute how many payment notices were refused, and from which client IP', async () => {
    const answer = await site.request('POST', '/api/webhooks/paddle', { as: null, body: { event_type: 'subscription.created' } });
    expect(answer.status).toBe(400);
    await site.request('POST', '/api/webhooks/paddle', { as: null, body: {} });
    expect(events).toEqual([]);
    site.app.get(RefusalLog).flush();
    expect(events).toEqual([{ event: 'webhook-refused', clientIp: ipv4ClientIp('127.0.0.1'), user_id: null, count: 2 }]);
  });

  it.each([
    ['exported a list', 'premium', 'GET', '/api/exports/pins', undefined, { event: 'list-exported', detail: 'pins' }],
    [
      'removed what from the catalog',
      'admin',
      'POST',
      '/api/admin/data-quality/cleanup',
      { entity_type: 'pin', issue_type: 'never_crawled' },
      { event: 'catalogue-cleaned', detail: 'pin never_crawled' },
    ],
  ] as const)('records who %s', async (_, kind, method, path, body, event) => {
    const as = await site.createUser(kind);
    expect((await site.request(method, path, { as: await site.createUser('free'), body })).status).toBe(403);
    expect((await site.request(method, path, { as, body })).status).toBe(200);
    expect(events).toEqual([{ ...event, user_id: as.id }]);
  });

  it('records who started a job', async () => {
    const as = await site.createUser('admin');
    const run = (job: string) => site.request('POST', `/api/admin/jobs/${job}/run`, { as });
    expect((await run('unknown')).status).toBe(404);
    expect(events).toEqual([]);
    const runner = site.app.get(JobRunner);
    await runner.runOnce('emails-clean-up', 'busy', async () => {
      expect(await run('emails-clean-up')).toMatchObject({
        status: 409,
        body: { error: 'The job emails-clean-up is running already.' },
      });
      return 1;
    });
    expect((await run('emails-clean-up')).status).toBe(204);
    expect(events).toEqual([{ event: 'job-started', user_id: as.id, detail: 'emails-clean-up' }]);
    while (runner.isRunning('emails-clean-up')) await new Promise((resolve) => setImmediate(resolve));
  });
});
