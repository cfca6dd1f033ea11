import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOf } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { Readable } from 'node:stream';
import { WriteLock, type WriterScope } from '#domain/jobs/write-lock';
import { Clock } from '#domain/clock';
import type { OperationsOverview } from '#domain/operations/contract';
import { Instances, STALE_AFTER_MS } from '#server/monitoring/instances/typeorm/instances';
import type { SiteAlarm } from '#domain/site/contract';
import { openApplicationContext } from '#server/cli/application-context';
import { importCommand } from '#server/cli/commands/import/import.command';
import { readConfig } from '#server/config/config';
import { JobRunner } from '#server/jobs/job-runner';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { Postgres } from '#server/database/postgres';
import { recordSizes } from '#server/monitoring/postgres/disk-usage';
import { CollectedLog } from '../../support/app/collected-log';
import { testKeys } from '../../support/app/test-keys';
import { operator } from '../../support/fakes/audit';
import { createTestApp, useTestApp } from '../../support/app/test-app';

const site = useTestApp({ settings: { DATA_DIR: '/tmp' }, as: 'admin' });
const { database } = site;

const viewOverview = async () => (await site.get('/api/admin/operations')).body as unknown as OperationsOverview;
const newestImport = async () => (await viewOverview()).imports[0];

describe('the overview of operations', () => {
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
      await database.pool.query('update disk_usage set database_bytes = $2 where day = $1', [dayOf(at), 5_000_000 - daysAgo * 2000]);
      const fresh = await createTestApp(database.url, { settings: { BACKUP_DIR: folder, DATABASE_URL: database.url }, as: 'admin' });
      const { sizes } = (await fresh.get('/api/admin/operations')).body as unknown as OperationsOverview;
      expect(sizes.is_database_embedded).toBe(false);
      growths.push([sizes.database_growth, sizes.backup_growth, sizes.backup_bytes]);
      await fresh.close();
    }
    await rm(folder, { recursive: true });
    expect(growths).toEqual([[null, null, 1000], [null, null, 1000], [2000, 100, 1000]]); // prettier-ignore
  });

  it('counts emails that wait and that were given up', async () => {
    await database.pool.query(`
      insert into emails (recipient, kind, created_at, due_at) values ('a@site.test', 'test', '2026-01-01', '2126-01-01');
      insert into emails (recipient, kind, created_at, given_up_at) values ('b@site.test', 'test', now(), now()), ('c@site.test', 'test', now(), now())`);
    const fresh = await createTestApp(database.url, { as: 'admin' });
    const { outbox } = (await fresh.get('/api/admin/operations')).body as unknown as OperationsOverview;
    await fresh.close();
    expect(outbox).toEqual({ waiting: 1, oldest_at: '2026-01-01T00:00:00.000Z', failed: 2 });
  });

  it('says why an import was refused, which is an alarm and in the log until the next one of its kind goes in', async () => {
    const output = new CollectedLog();
    const folder = await mkdtemp(join(tmpdir(), 'corklight-refused-'));
    await writeFile(join(folder, 'bad.ndjson'), '{"name": "No id"}\n');
    await writeFile(join(folder, 'good.ndjson'), '{"id": "77", "name": "Plums"}\n');
    const application = await openApplicationContext(readConfig({ ...testKeys, NODE_ENV: 'test', DATABASE_URL: database.url }));
    const silent = { write: () => true };
    const io = { stdin: Readable.from(['']), stdout: silent, stderr: silent, folder, isJson: false, by: operator };
    const importFile = (name: string, kind = 'boards') => importCommand([kind, name], io, () => Promise.resolve(application));
    // Figures are kept for seconds: each look is that of a new server.
    const alarms = async () => {
      const fresh = await createTestApp(database.url, { settings: { LOG_LEVEL: 'info' }, as: 'admin', output, isScheduled: false });
      await fresh.app.get(JobRunner).run('alarms');
      const { text } = await fresh.get('/api/admin/alarms');
      await fresh.close();
      return (JSON.parse(text) as readonly SiteAlarm[]).filter(({ kind }) => kind === 'import').map((alarm) => alarm.text);
    };
    expect([await importFile('bad.ndjson'), await importFile('missing.ndjson')]).toEqual([1, 1]);
    expect((await viewOverview()).imports.slice(0, 2)).toMatchObject([
      { source: 'missing.ndjson', state: 'refused', reason: expect.stringContaining('missing.ndjson') },
      { source: 'bad.ndjson', state: 'refused', reason: '100.0% of the lines were rejected, more than the 5% of --max-bad' },
    ]);
    const texts = await alarms();
    expect(texts).toEqual([expect.stringContaining('“missing.ndjson”'), expect.stringContaining('100.0% of the lines were rejected')]);
    expect(output.recordsOf('alarms').map(({ msg }) => msg)).toEqual(expect.arrayContaining([...texts]));
    expect(await importFile('good.ndjson', 'pinners')).toBe(0);
    expect(await alarms()).toEqual(texts);
    expect(await importFile('good.ndjson')).toBe(0);
    expect(await alarms()).toEqual([]);
    await application.close();
    await rm(folder, { recursive: true });
  });

  it('tells a running import from a killed one, also while another writer has the lock', async () => {
    const runs = new PostgresImportRuns(site.app.get(Postgres).pool);
    const lock = site.app.get(WriteLock, { strict: false });
    const request = { kind: 'boards', source: 'boards.ndjson', fingerprint: 'one', now: new Date() } as const;
    await lock.runAsWriter(async (scope) => {
      await runs.begin(scope, request);
      expect(await newestImport()).toMatchObject({ source: 'boards.ndjson', state: 'reading', lines: null });
    });
    expect(await newestImport()).toMatchObject({ state: 'interrupted' });
    await lock.runAsWriter(async () => expect(await newestImport()).toMatchObject({ state: 'interrupted' }));
    await lock.runAsWriter(async (scope) => {
      const run = await runs.begin(scope, request);
      await run.seal({ lines: 7, rejected: 2 });
      expect(await newestImport()).toMatchObject({ state: 'applying', lines: 7, rejected: 2 });
    });
    expect(await newestImport()).toMatchObject({ state: 'half_applied' });
    await lock.runAsWriter(async (scope) => {
      const run = await runs.begin(scope, request);
      expect(await newestImport()).toMatchObject({ state: 'applying' });
      await run.apply(() => undefined);
      await run.finish();
    });
    expect(await newestImport()).toMatchObject({ state: 'done', lines: 7, rejected: 2, finished_at: expect.any(String) });
  });

  it('shows an import of search interest in each of its states', async () => {
    const runs = new PostgresImportRuns(site.app.get(Postgres).pool);
    const lock = site.app.get(WriteLock, { strict: false });
    const begin = (scope: WriterScope) => runs.beginInterest(scope, { source: 'trends.csv', fingerprint: 'one', now: new Date() });
    await lock.runAsWriter(async (scope) => {
      await begin(scope);
      expect(await newestImport()).toMatchObject({ source: 'trends.csv', kind: 'interest', state: 'reading', lines: null });
    });
    expect(await newestImport()).toMatchObject({ kind: 'interest', state: 'interrupted' });
    await lock.runAsWriter(async (scope) => {
      await (await begin(scope)).beginStoring({ lines: 9, rejected: 1 });
      expect(await newestImport()).toMatchObject({ state: 'applying', lines: 9, rejected: 1 });
    });
    expect(await newestImport()).toMatchObject({ kind: 'interest', state: 'half_applied' });
    await lock.runAsWriter(async (scope) => (await begin(scope)).finish());
    expect((await viewOverview()).imports.filter(({ kind }) => kind === 'interest')).toMatchObject([{ state: 'done' }]);
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
    expect((await database.pool.query('select from instances where host = $1', ['killed'])).rowCount).toBe(1);
  });
});
