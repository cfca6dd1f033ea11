import { jest } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { freePort } from '#server/database/embedded-postgres';
import { Postgres } from '#server/database/postgres';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { FaultProxy } from '../../support/database/fault-proxy';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';

const token = 'a token of monitoring';
const authorization = `Bearer ${token}`;

const database = useTestDatabase();
let port: number;
let site: TestApp;
beforeAll(async () => {
  await insertEntity(database.pool, 'boards');
  await updateCatalogStats(database.pool);
  await database.pool.query(`update boards set last_crawled_at = '2026-08-01T00:00:00Z'`);
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
    expect(found.get('corklight_job_last_success_timestamp_seconds{job="subscriptions"}')).toBe(Date.parse('2100-08-01T00:00:00Z') / 1_000);
    expect(found.get('corklight_job_last_failure_timestamp_seconds{job="subscriptions"}')).toBe(Date.parse('2100-08-02T00:00:01Z') / 1_000);
    expect([...found.keys()].filter((name) => name.includes('removed-job'))).toEqual([]);
    expect(found.get('corklight_alarm_webhook_failing')).toBe(0);
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
