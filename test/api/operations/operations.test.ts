import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import type { OperationsOverview } from '#domain/operations/contract';
import type { SiteAlarm } from '#domain/site/contract';
import { openApplicationContext } from '#server/cli/application-context';
import * as importCommand from '#server/cli/commands/import/import.command';
import { readConfig, VERSION } from '#server/config/config';
import { JobRunner } from '#server/jobs/job-runner';
import { Instances, STALE_AFTER_MS } from '#server/monitoring/instances/typeorm/instances';
import { recordSizes } from '#server/monitoring/postgres/disk-usage';
import { checkReleases } from '#server/operations/doctor/outside-checks';
import { readReleaseFeed } from '#server/operations/releases/read-release-feed';
import { schedule } from '#server/jobs/schedule';
import { CollectedLog } from '../../support/app/collected-log';
import { createTestApp, useTestApp, type TestApp } from '../../support/app/test-app';
import { testKeys } from '../../support/app/test-keys';
import { useTestDatabase } from '../../support/database/test-database';
import { insertEntity } from '../../support/database/insert-entity';
import { collectIo } from '../../support/collected-io';

describe('the overview of operations', () => {
  const site = useTestApp({ settings: { DATA_DIR: '/tmp' }, as: 'admin' });
  const { database } = site;

  const viewOverview = async (one: TestApp = site) => (await one.get('/api/admin/operations')).body as unknown as OperationsOverview;
  const listAlarms = async (one: TestApp) => JSON.parse((await one.get('/api/admin/alarms')).text) as readonly SiteAlarm[];
  /** Figures are kept for seconds: what a new server says is that of now. */
  const onNewServer = async <T>(read: (fresh: TestApp) => Promise<T>, options: Parameters<typeof createTestApp>[1] = {}): Promise<T> => {
    const fresh = await createTestApp(database.url, { as: 'admin', isScheduled: false, ...options });
    return read(fresh).finally(() => fresh.close());
  };
  const listImports = async () => (await site.get('/api/imports')).body['imports'] as object[];

  it('says when the rows of each list were last read', async () => {
    for (const [id, day] of Object.entries({ a: '2026-08-01', b: '2026-08-05', c: '2026-08-09' })) {
      await insertEntity(database.pool, 'boards', { _id: id });
      await site.sql('update board_metrics set last_crawled_at = $1 where _id = $2', [`${day}T00:00:00Z`, id]);
    }
    await insertEntity(database.pool, 'boards', { _id: 'read in 1970' });
    const none = { newest_at: null, median_at: null };
    expect((await viewOverview()).readings).toStrictEqual({
      boards: { newest_at: '2026-08-09T00:00:00.000Z', median_at: '2026-08-05T00:00:00.000Z' },
      pinners: none,
      pins: none,
    });
  });

  it('names versions and sizes', async () => {
    const { versions, sizes } = await viewOverview();
    expect(versions).toMatchObject({ is_schema_current: true, postgres: expect.stringMatching(/^\d+/) });
    expect(versions.schema).toMatch(/^\w+\d{13}$/);
    expect(sizes.database_bytes).toBeGreaterThan(1_000_000);
    expect(sizes.tables.length).toBe(8);
    expect(sizes.tables.map(({ bytes }) => bytes)).toEqual(sizes.tables.map(({ bytes }) => bytes).toSorted((a, b) => b - a));
    expect(sizes.data_directory).toEqual({ path: '/tmp', free_bytes: expect.any(Number), days_left: null });
    expect(sizes).toMatchObject({ database_growth: null, backup_bytes: null, backup_directory: null });
  });

  it('know the growth of the database and of the backups after three days, and not before', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'corklight-usage-'));
    await writeFile(join(folder, 'corklight-aaaaaaaa-20260101T023000Z.backup'), 'x'.repeat(1000));
    const now = new Date();
    const growths = [];
    for (const daysAgo of [2, 1, 0]) {
      const at = new Date(now.getTime() - daysAgo * DAY_MS);
      await recordSizes(database.pool, 1000 - daysAgo * 100, at);
      // The size of the database is that of now, unless it is set.
      await site.sql('update disk_usage set database_bytes = $2 where day = $1', [dayOf(at), 5_000_000 - daysAgo * 2000]);
      const { sizes } = await onNewServer(viewOverview, { settings: { BACKUP_DIR: folder, DATABASE_URL: database.url } });
      expect(sizes.is_database_embedded).toBe(false);
      growths.push([sizes.database_growth, sizes.backup_growth, sizes.backup_bytes]);
    }
    await rm(folder, { recursive: true });
    expect(growths).toEqual([[null, null, 1000], [null, null, 1000], [2000, 100, 1000]]); // prettier-ignore
  });

  it('counts emails that wait and that were given up', async () => {
    await site.sql(`
      insert into emails (recipient, kind, created_at, due_at) values ('a@site.test', 'test', '2026-01-01', '2126-01-01');
      insert into emails (recipient, kind, created_at, given_up_at) values ('b@site.test', 'test', now(), now()), ('c@site.test', 'test', now(), now())`);
    const { outbox } = await onNewServer(viewOverview);
    expect(outbox).toEqual({ waiting: 1, oldest_at: '2026-01-01T00:00:00.000Z', failed: 2 });
  });

  it('says why an import was refused, which is an alarm and in the log until the next one of its kind goes in', async () => {
    const output = new CollectedLog();
    const folder = await mkdtemp(join(tmpdir(), 'corklight-refused-'));
    await writeFile(join(folder, 'bad.ndjson'), '{"name": "No id"}\n');
    await writeFile(join(folder, 'odd.csv'), 'color,shape\nred,round\n');
    await writeFile(join(folder, 'good.ndjson'), '{"id": "77", "name": "Plums"}\n');
    const application = await openApplicationContext(readConfig({ ...testKeys, NODE_ENV: 'test', DATABASE_URL: database.url }));
    const importFile = (...words: string[]) => importCommand.run(words, collectIo({ folder }).io, () => Promise.resolve(application));
    const alarms = async () => {
      const all = await onNewServer(
        async (fresh) => {
          await fresh.app.get(JobRunner).run('alarms');
          return listAlarms(fresh);
        },
        { settings: { LOG_LEVEL: 'info' }, output },
      );
      return all.filter(({ kind }) => kind === 'import').map((alarm) => alarm.text);
    };
    const countImports = async () => (await listImports()).length;
    const before = await countImports();
    // What was not opened is no import.
    for (const mistyped of ['missing.ndjson', '.']) expect(await importFile('boards', mistyped)).toBe(1);
    for (const mistyped of ['missing.ndjson', '.']) expect(await importFile(mistyped)).toBe(1);
    expect([await countImports(), await alarms()]).toEqual([before, []]);
    expect([await importFile('boards', 'bad.ndjson'), await importFile('odd.csv')]).toEqual([1, 1]);
    expect((await listImports()).slice(0, 2)).toMatchObject([
      { name: 'odd.csv', kind: null, state: 'refused', reason: expect.stringMatching(/^No column says/) },
      { name: 'bad.ndjson', state: 'refused', reason: '100.0% of the lines were rejected, more than the 5% that may be' },
    ]);
    const texts = await alarms();
    expect(texts).toEqual([expect.stringContaining('“odd.csv”'), expect.stringContaining('100.0% of the lines were rejected')]);
    expect(output.recordsOf('alarms').map(({ msg }) => msg)).toEqual(expect.arrayContaining([...texts]));
    // A file of no known kind may have been of any.
    expect(await importFile('pinners', 'good.ndjson')).toBe(0);
    expect(await alarms()).toEqual(texts.slice(1));
    expect(await importFile('boards', 'good.ndjson')).toBe(0);
    expect(await alarms()).toEqual([]);
    await application.close();
    await rm(folder, { recursive: true });
  });

  it('alarms of a take-back that failed, until it is tried again, or can be no more', async () => {
    const query = (sql: string) => site.sql<{ id: number }>(sql);
    const alarms = async () => (await onNewServer(listAlarms)).filter(({ text }) => text.includes('“half.ndjson”'));
    const [entry] = await query(
      `insert into imports (way, name, kind, state, reason, received_at) values ('command', 'half.ndjson', 'boards', 'taking_back', 'Its process ended 3 times.', now()) returning id`,
    );
    expect(await alarms()).toEqual([]);
    await query(`insert into import_journals (import_id, run_id, source, imported_at, used_at) values (${entry!.id}, 0, '', now(), now())`);
    expect(await alarms()).toMatchObject([{ kind: 'import', text: expect.stringContaining('Try again on /admin/imports') }]);
    await query(`update imports set reason = null where id = ${entry!.id}`);
    expect(await alarms()).toEqual([]);
    await query(`delete from import_journals where import_id = ${entry!.id}`);
    await query(`delete from imports where id = ${entry!.id}`);
  });

  it('says in the log how far the sealing of many journals is, as after an update', async () => {
    const output = new CollectedLog();
    // Imports of the tests before may have left some.
    await site.sql('truncate packed_changes');
    await site.sql(
      `insert into packed_changes (first_id, journal_id, entity, new_count, given_count, ids, digests, given, before)
       select 1e12 + n, 0, 'board', 1, 1, '{a}', '{1}', '{"{}"}', '{null}' from generate_series(1, 250) n`,
    );
    await onNewServer(({ app }) => app.get(JobRunner).run('history'), { settings: { LOG_LEVEL: 'info' }, output });
    // Emails of the tests before may be sent beside it.
    expect(output.recordsOf('jobs').filter(({ msg }) => String(msg).startsWith('history'))).toMatchObject([
      { msg: 'history goes on', sealed: 100, of: 250 },
      { msg: 'history goes on', sealed: 200, of: 250 },
      { msg: 'history succeeded' },
    ]);
    await site.sql('truncate packed_changes');
  });

  it('lists each server from its start until it stops', async () => {
    const before = (await viewOverview()).instances;
    expect(before).toHaveLength(1);
    const other = await createTestApp(database.url);
    const both = (await viewOverview()).instances;
    expect(both).toHaveLength(2);
    expect(both[0]).toEqual(expect.objectContaining({ id: before[0]?.id }));
    await other.close();
    expect((await viewOverview()).instances.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('forgets a server that was killed, and removes its row', async () => {
    const instances = site.app.get(Instances);
    const now = site.app.get(Clock).now();
    const killed = { id: '00000000-0000-4000-8000-000000000001', host: 'killed', version: '1', started_at: now };
    await instances.beat(killed, new Date(now.getTime() - STALE_AFTER_MS + 5_000));
    expect((await viewOverview()).instances).toHaveLength(2);
    await instances.beat(killed, new Date(now.getTime() - STALE_AFTER_MS - 5_000));
    expect((await viewOverview()).instances).toHaveLength(1);
    await instances.beat({ ...killed, id: '00000000-0000-4000-8000-000000000002' }, now);
    expect(await site.sql('select from instances where host = $1', ['killed'])).toHaveLength(1);
  });
});

describe('newer releases', () => {
  const page = 'https://code.example/releases/v99.1.0';
  let feed: Server;
  let url: string;
  let answer: { status: number; body: string };
  let askedHeaders: Readonly<Record<string, unknown>>[] = [];
  const database = useTestDatabase();
  let site: TestApp;

  const answerWith = (body: unknown, status = 200) =>
    void (answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) });

  beforeAll(async () => {
    feed = createServer((request, response) => {
      askedHeaders.push(request.headers);
      response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.body);
    }).listen(0, '127.0.0.1');
    await once(feed, 'listening');
    url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/releases/latest`;
    site = await createTestApp(database.url, { settings: { RELEASE_FEED_URL: url }, as: 'admin', isScheduled: false });
  });
  beforeEach(() => void (askedHeaders = []));
  afterAll(() => void feed.close());

  const newerOn = async (site: TestApp) =>
    ((await site.get('/api/admin/operations')).body as unknown as OperationsOverview).versions.newer_release;
  let slotCount = 0;
  const ask = () => site.app.get(JobRunner).run('releases', `run ${++slotCount}`);

  describe('the notice of a newer release', () => {
    it('is on operations after the daily question, until the release is not newer', async () => {
      expect(await newerOn(site)).toBeNull();
      answerWith({ tag_name: 'v99.1.0', html_url: page });
      await ask();
      expect(await newerOn(site)).toEqual({ version: '99.1.0', url: page });
      answerWith({ tag_name: `v${VERSION}`, html_url: page });
      await ask();
      expect(await newerOn(site)).toBeNull();
    });

    it('asks with nothing that names the site or its release', async () => {
      answerWith([]);
      await ask();
      expect(askedHeaders).toHaveLength(1);
      expect(JSON.stringify(askedHeaders)).not.toContain(VERSION);
      expect(Object.keys(askedHeaders[0] ?? {}).toSorted()).toEqual(
        ['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'sec-fetch-mode', 'user-agent'].toSorted(),
      );
      expect(askedHeaders[0]).toMatchObject({ 'user-agent': 'corklight' });
    });

    it('is off without a feed: the job cannot run, and an earlier answer is not shown', async () => {
      answerWith({ tag_name: 'v99.1.0', html_url: page });
      await ask();
      const silent = await createTestApp(database.url, { as: 'admin', isScheduled: false });
      expect(silent.app.get(JobRunner).isOff('releases')).toBe(true);
      expect(await newerOn(silent)).toBeNull();
      await silent.close();
    });

    it('keeps the last answer while the feed fails, which the job says', async () => {
      answerWith({ tag_name: 'v99.1.0', html_url: page });
      await ask();
      answerWith('', 500);
      await ask();
      expect(await newerOn(site)).toEqual({ version: '99.1.0', url: page });
      const { rows } = await database.pool.query<{ error: string }>(`select error from job_statuses where job = 'releases'`);
      expect(rows[0]?.error).toContain('it answered 500');
    });

    it('comes from lists as well, and never from drafts, previews, or pages that are no web address', async () => {
      answerWith([
        { tag_name: 'v99.3.0', html_url: page, draft: true },
        { tag_name: 'v99.2.0', html_url: page, prerelease: true },
        { tag_name: 'v99.1.0', html_url: 'javascript:alert(1)' },
        { tag_name: 'v98.0.0' },
      ]);
      expect(await readReleaseFeed(url)).toEqual([
        { version: 'v99.1.0', url: null },
        { version: 'v98.0.0', url: null },
      ]);
    });

    it.each([
      ['a redirect', '', 302, 'it answered 302'],
      ['a page', '<html>', 200, 'its answer is no JSON'],
      ['other JSON', '{"name":"x"}', 200, 'its answer has no releases (tag_name)'],
      ['more than a megabyte', `[${' '.repeat(1_100_000)}]`, 200, 'its answer is too long'],
    ])('refuses %s', async (_, body, status, reason) => {
      answerWith(body, status);
      await expect(readReleaseFeed(url)).rejects.toThrow(reason);
    });
  });

  describe('the doctor', () => {
    it('says which release is out, that none is, why it cannot tell, and nothing without a feed', async () => {
      answerWith({ tag_name: 'v99.1.0', html_url: page });
      expect(await checkReleases({ RELEASE_FEED_URL: url })).toMatchObject([{ state: 'doubtful', message: `${VERSION}, 99.1.0 is out` }]);
      answerWith([]);
      expect(await checkReleases({ RELEASE_FEED_URL: url })).toMatchObject([{ state: 'good', message: `${VERSION}, none is newer` }]);
      expect(await checkReleases({ RELEASE_FEED_URL: 'http://127.0.0.1:1/' })).toMatchObject([
        { state: 'doubtful', message: expect.stringContaining('cannot be read') },
      ]);
      expect(await checkReleases({ RELEASE_FEED_URL: undefined })).toEqual([]);
    });
  });
});

describe('the jobs', () => {
  const database = useTestDatabase();
  let app: TestApp;

  beforeAll(async () => {
    // The server went down three days ago.
    await database.pool.query(
      `insert into job_statuses (job, scheduled_for, started_at, succeeded_at, rows) values ('emails-clean-up', 'before', now() - interval '3 days', now() - interval '3 days', 1)`,
    );
    app = await createTestApp(database.url, { as: 'admin' });
  });

  const listJobs = async () => JSON.parse((await app.get('/api/admin/jobs')).text) as Record<string, unknown>[];
  const findJob = async (job: string) => (await listJobs()).find((one) => one['job'] === job);

  it('have a purpose and a next run', async () => {
    const now = Date.now();
    const jobs = await listJobs();
    expect(jobs.map(({ job }) => job)).toEqual(schedule.map(({ job }) => job));
    expect(jobs.find(({ job }) => job === 'backup')).toMatchObject({ off: true, next_at: null });
    for (const { job, next_at } of jobs.filter(({ off }) => off === false)) {
      const wait = Date.parse(String(next_at)) - now;
      expect({ job, isSoon: wait > -5_000 && wait <= DAY_MS + 5_000 }).toEqual({ job, isSoon: true });
    }
    expect(jobs.find(({ job }) => job === 'growth')).toMatchObject({
      last_scheduled_for: null,
      last_started_at: null,
      took: null,
      error: null,
    });
    expect(String(jobs.find(({ job }) => job === 'growth')?.['next_at'])).toMatch(/T03:10:00\.000Z$/);
  });

  it('show a run in progress, its end, and its failure', async () => {
    const runner = app.app.get(JobRunner);
    await runner.runOnce('subscriptions', 'now', async () => {
      expect(await findJob('subscriptions')).toMatchObject({
        running: true,
        last_scheduled_for: 'now',
        last_finished_at: null,
        took: null,
      });
      return 12;
    });
    expect(await findJob('subscriptions')).toMatchObject({ running: false, rows: 12, error: null, took: expect.any(Number) });
    const failing = runner.runOnce('subscriptions', 'later', () => Promise.reject(new Error('no answer')));
    await expect(failing).rejects.toThrow('no answer');
    expect(await findJob('subscriptions')).toMatchObject({
      last_scheduled_for: 'later',
      last_finished_at: null,
      last_succeeded_at: expect.any(String),
      last_failed_at: expect.any(String),
      error: 'Error: no answer',
    });
  });

  it('that were missed while the server was down run once after its start', async () => {
    const missedRuns = `select scheduled_for, finished_at from job_runs where job = 'emails-clean-up' and scheduled_for <> 'before'`;
    const finishedRuns = async () => (await database.pool.query(missedRuns)).rows;
    while ((await finishedRuns())[0]?.finished_at == null) await new Promise((resolve) => setTimeout(resolve, 20));
    const scheduledFor = app.app.get(Clock).now().toISOString().slice(0, 10);
    expect((await finishedRuns()).map((row) => row.scheduled_for)).toEqual([scheduledFor]);
    expect((await database.pool.query(`select from job_runs where job = 'growth'`)).rowCount).toBe(0);
  });
});
