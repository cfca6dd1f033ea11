import { NestFactory } from '@nestjs/core';
import { Pool } from 'pg';
import { Catalog } from '#domain/catalog/catalog';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';

import { CliModule, commandLog } from '#server/cli/application-context';
import { readConfig } from '#server/config/config';
import { CatalogReads } from '#server/database/replicas/catalog-reads';
import { examineInstallation } from '#server/operations/doctor/examine';
import { readCatalogDuring, until } from '../../../support/app/read-catalog';
import { createTestApp, type TestApp } from '../../../support/app/test-app';
import { testKeys } from '../../../support/app/test-keys';
import { FaultProxy } from '../../../support/database/fault-proxy';
import { insertEntity } from '../../../support/database/insert-entity';
import { catalogPaths, fillCatalog } from '../../../support/database/small-catalog';
import { StreamingReplica } from '../../../support/database/streaming-replica';

const TOKEN = 'a token of monitoring';
const MAX_LAG_SECONDS = 2;

let cluster: StreamingReplica;
let pool: Pool;
let onPrimary: TestApp;
let onReplica: TestApp;
let reads: CatalogReads;
/** The network between the server and the replica. */
let network: FaultProxy;
/** A read may take long on a busy machine that runs two servers and a recompute; it may not fail. */
const settings = { ORDERED_LISTS_FROM: '1', METRICS_TOKEN: TOKEN, DATABASE_DEADLINE_MS: '60000' };

const isOnReplica = () => reads.current !== null;

/** Waits until the next check has chosen the replica. */
async function untilOnReplica(): Promise<void> {
  await cluster.caughtUp();
  await until(isOnReplica);
}

/** The result of work that was on the replica from beginning to end: on a busy machine a check may be too late in between. */
async function whileOnReplica<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    await cluster.resumeReplay();
    await untilOnReplica();
    const changes = reads.sourceChanges;
    const result = await work();
    if (reads.sourceChanges === changes) return result;
  }
}

beforeAll(async () => {
  cluster = await StreamingReplica.start();
  pool = new Pool({ connectionString: cluster.primaryUrl });
  pool.on('error', () => undefined);
  await fillCatalog(pool);
  onPrimary = await createTestApp(cluster.primaryUrl, { settings, as: 'premium' });
  await onPrimary.app.get(RecomputeGrowth).recomputeAll();
  await onPrimary.app.get(RecomputeKeywords).recompute();
  // A replica may be read by a role that may do nothing else.
  await pool.query(`create role reader login password 'reads-only'; grant pg_read_all_data to reader`);
  const readerUrl = new URL(cluster.replicaUrl);
  [readerUrl.username, readerUrl.password] = ['reader', 'reads-only'];
  await cluster.caughtUp();
  network = await FaultProxy.start(readerUrl.toString());
  onReplica = await createTestApp(cluster.primaryUrl, {
    settings: { ...settings, DATABASE_READ_URLS: network.url, DATABASE_READ_MAX_LAG: String(MAX_LAG_SECONDS) },
    as: 'premium',
  });
  reads = onReplica.app.get(CatalogReads);
});
afterAll(async () => {
  await onReplica.close();
  await network.close();
  await onPrimary.close();
  await pool.end();
  await cluster.close();
});
beforeEach(async () => {
  network.setFault('none');
  await cluster.startReplica();
  await cluster.resumeReplay();
  await untilOnReplica();
});

const nameOf = async (app: TestApp) => (await app.get('/api/boards/b1')).body['name'];
const rename = (name: string) => pool.query(`update boards set name = $1 where _id = 'b1'`, [name]);

describe('a catalog with a replica', () => {
  it.each(catalogPaths)('answers %s from the replica as from the primary', async (path) => {
    await whileOnReplica(async () => {
      const repeated = reads.repeatedReads;
      const [expected, found] = [await onPrimary.get(path), await onReplica.get(path)];
      expect([found.status, found.body]).toEqual([200, expected.body]);
      expect(reads.repeatedReads).toBe(repeated);
    });
  });

  it('is read from the replica until that is too far behind, and again once it has caught up', async () => {
    const names = await whileOnReplica(async () => {
      await rename('Before');
      await cluster.caughtUp();
      await cluster.pauseReplay();
      await rename('After');
      return [await nameOf(onReplica), await nameOf(onPrimary)];
    });
    expect(names).toEqual(['Before', 'After']);
    await until(() => !isOnReplica());
    expect(await nameOf(onReplica)).toBe('After');
    await cluster.resumeReplay();
    await until(isOnReplica);
    expect(await nameOf(onReplica)).toBe('After');
  });

  it('never shows a page of an older version of a list after a change of the source', async () => {
    const firstBoard = async () => {
      const { body } = await onReplica.get('/api/boards?order_by=follower_count&per_page=1');
      return (body['boards'] as { name: string }[])[0]?.name;
    };
    /** A list shows a change within two seconds. */
    const untilShown = async (name: string) => {
      while ((await firstBoard()) !== name) await new Promise((resolve) => setTimeout(resolve, 50));
    };
    const renameFirst = async (name: string) => {
      await pool.query(`update boards set name = $1 where _id = 'b39'`, [name]);
      await pool.query('update catalog_stats set changed_at = clock_timestamp()');
    };
    await renameFirst('Version 1');
    await cluster.caughtUp();
    await untilShown('Version 1');
    await cluster.pauseReplay();
    await renameFirst('Version 2');
    await until(() => !isOnReplica());
    await untilShown('Version 2');
    const versionOnPrimary = await onReplica.app.get(Catalog).listVersion('boards');
    await cluster.resumeReplay();
    await until(isOnReplica);
    expect(await firstBoard()).toBe('Version 2');
    // The data is the same, and yet a page that was read from one of them is not cached for the other.
    expect(await onReplica.app.get(Catalog).listVersion('boards')).not.toBe(versionOnPrimary);
  });

  it('counts new rows on the primary, because the next count begins where this one ended', async () => {
    const catalog = onReplica.app.get(Catalog);
    const search = { order_by: 'follower_count', sort: 'desc', page: 1, per_page: 1 } as const;
    const [found, newRows] = await whileOnReplica(async () => {
      const since = new Date();
      await cluster.caughtUp();
      await cluster.pauseReplay();
      const id = await insertEntity(pool, 'boards', { added_at: new Date(since.getTime() + 1) });
      return [await catalog.find('board', id), await catalog.countAddedSince('boards', search, since)];
    });
    expect([found, newRows]).toEqual([null, 1]);
  });

  it('is not read from a replica that has not yet replayed what the primary had at the start', async () => {
    await cluster.pauseReplay();
    await rename('Before the start');
    const starting = await CatalogReads.start({ pool }, { urls: [cluster.replicaUrl], maxLagMs: 60_000, maxConnections: 2 });
    expect(starting.current).toBeNull();
    await cluster.resumeReplay();
    await cluster.caughtUp();
    await starting.check();
    expect(starting.current?.label).toBe(new URL(cluster.replicaUrl).host);
    await starting.close();
  });

  it('fails no read while a recompute runs, and while the replica is stopped, late, and back', async () => {
    const { all, failed } = await readCatalogDuring(onReplica, async () => {
      await onPrimary.app.get(RecomputeGrowth).recomputeAll();
      await onPrimary.app.get(RecomputeKeywords).recompute();
      await cluster.stopReplica();
      await until(() => !isOnReplica());
      await onPrimary.app.get(RecomputeGrowth).recomputeAll();
      await cluster.startReplica();
      await until(isOnReplica);
      await cluster.pauseReplay();
      await rename('While paused');
      await until(() => !isOnReplica());
      await cluster.resumeReplay();
      await until(isOnReplica);
    });
    expect(failed).toEqual([]);
    expect(all).toBeGreaterThan(100);
  });

  it.each(['stalled', 'black-hole', 'reset'] as const)('fails no read when the network to the replica is %s', async (fault) => {
    network.setFault(fault);
    const statuses = await Promise.all(catalogPaths.map(async (path) => (await onReplica.get(path)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await until(() => !isOnReplica());
    network.setFault('none');
  });

  it('stays ready without its replica, and reports the lag and what was repeated', async () => {
    const metrics = async () =>
      (await onReplica.request('GET', '/metrics', { as: null, headers: { authorization: `Bearer ${TOKEN}` } })).text;
    const label = `{replica="${new URL(network.url).host}"}`;
    const text = await whileOnReplica(metrics);
    expect(text).toContain(`corklight_replica_lag_seconds${label}`);
    expect(text).toContain(`corklight_replica_in_use${label} 1`);
    await cluster.stopReplica();
    expect((await onReplica.get('/api/boards/b2')).status).toBe(200);
    await until(() => !isOnReplica());
    expect(await metrics()).toContain(`corklight_replica_in_use${label} 0`);
    expect(await metrics()).not.toContain(`corklight_replica_lag_seconds${label}`);
    expect(await metrics()).toMatch(/corklight_replica_repeated_reads [1-9]/);
    expect((await onReplica.get('/readyz')).status).toBe(200);
    await cluster.startReplica();
  });

  it('is read from the primary by commands, which need what was just written', async () => {
    const config = readConfig({ NODE_ENV: 'test', ...testKeys, DATABASE_READ_URLS: cluster.replicaUrl });
    const cli = CliModule.forConfig(config, cluster.primaryUrl, commandLog(config, 'error'));
    const context = await NestFactory.createApplicationContext(cli, { logger: false });
    expect(context.get(CatalogReads).replicas).toEqual([]);
    await context.close();
  });

  it('is what the doctor checks: a replica that follows, one that is gone, and a server that is none', async () => {
    const examine = async (url: string) => {
      const config = readConfig({ NODE_ENV: 'test', ...testKeys, DATABASE_URL: cluster.primaryUrl, DATABASE_READ_URLS: url, PORT: '0' });
      return (await examineInstallation(config, cluster.primaryUrl)).find(({ subject }) => subject === 'Replica');
    };
    expect(await examine(cluster.replicaUrl)).toMatchObject({ state: 'good' });
    expect(await examine(cluster.primaryUrl)).toMatchObject({ state: 'doubtful', message: expect.stringContaining('is no replica') });
    expect(await examine('postgres://reader@127.0.0.1:1/none')).toMatchObject({
      state: 'doubtful',
      message: expect.stringContaining('does not answer'),
      fix: expect.stringContaining('DATABASE_READ_URLS'),
    });
    const elsewhere = cluster.replicaUrl.replace(/\/postgres$/, '/template1');
    expect(await examine(elsewhere)).toMatchObject({ message: expect.stringContaining('is a replica of another database') });
  });
});
