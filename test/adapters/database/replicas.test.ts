import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { Client, Pool } from 'pg';
import { Catalog } from '#domain/catalog/catalog';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { CliModule, commandLog } from '#server/cli/application-context';
import { readConfig } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { CatalogReads } from '#server/database/replicas/catalog-reads';
import { ReadReplica, type ReplicaState, ReplicaLag } from '#server/database/replicas/read-replica';
import { readPosition } from '#server/database/replicas/server-position';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { examineInstallation } from '#server/operations/doctor/examine';
import { checkReplicas } from '#server/operations/doctor/postgres/examine-database';
import { readCatalogDuring, until } from '../../support/app/read-catalog';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { testKeys } from '../../support/app/test-keys';
import { FaultProxy } from '../../support/database/fault-proxy';
import { insertEntity } from '../../support/database/insert-entity';
import { catalogPaths, fillCatalog } from '../../support/database/small-catalog';
import { StreamingReplica } from '../../support/database/streaming-replica';

const MAX_LAG_SECONDS = 2;

let replicas: readonly StreamingReplica[];
/** The primary's connections of the tests. */
let pool: Pool;
beforeAll(async () => {
  replicas = await StreamingReplica.startSeveral(2);
  pool = new Pool({ connectionString: replicas[0]!.primaryUrl });
  pool.on('error', () => undefined);
  await fillCatalog(pool);
});
afterAll(async () => {
  await pool.end();
  await replicas[1]!.closeReplica();
  await replicas[0]!.close();
});

describe('a catalog with a replica', () => {
  const TOKEN = 'a token of monitoring';

  let cluster: StreamingReplica;
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
    cluster = replicas[0]!;
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
  });
  beforeEach(async () => {
    network.setFault('none');
    await cluster.startReplica();
    await cluster.resumeReplay();
    await untilOnReplica();
  });

  const nameOf = async (app: TestApp) => (await app.get('/api/boards/b1')).body['name'];
  const rename = (name: string) => pool.query(`update boards set name = $1 where _id = 'b1'`, [name]);

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

describe('a catalog with two replicas', () => {
  let site: TestApp;
  let reads: CatalogReads;

  /** The replica that is read; null while that is the primary. */
  const current = (): StreamingReplica | null =>
    replicas.find(({ replicaUrl }) => new URL(replicaUrl).host === reads.current?.label) ?? null;
  const other = (than: StreamingReplica): StreamingReplica => replicas.find((replica) => replica !== than)!;

  /** Waits until a replica is read, and returns it. */
  async function untilOnReplica(): Promise<StreamingReplica> {
    await until(() => current() !== null);
    return current()!;
  }

  const openSite = async (maxLagSeconds: number): Promise<void> => {
    const DATABASE_READ_URLS = replicas.map(({ replicaUrl }) => replicaUrl).join(',');
    const settings = { ORDERED_LISTS_FROM: '1', DATABASE_READ_URLS, DATABASE_READ_MAX_LAG: String(maxLagSeconds) };
    site = await createTestApp(replicas[0]!.primaryUrl, { settings, as: 'premium' });
    reads = site.app.get(CatalogReads);
    // Only the replicas are late here: a busy machine may open a connection to the primary more slowly than a visitor would wait.
    Object.assign(site.app.get(Postgres).pool.options, { connectionTimeoutMillis: 0, query_timeout: 0 });
  };

  beforeAll(async () => {
    for (const replica of replicas) {
      await replica.startReplica();
      await replica.resumeReplay();
    }
    await openSite(MAX_LAG_SECONDS);
  });
  afterEach(() => site.close());

  it('fails no read while one is stopped, the other is late, and both are back', async () => {
    const { all, failed } = await readCatalogDuring(site, async () => {
      const stopped = await untilOnReplica();
      const late = other(stopped);
      await stopped.stopReplica();
      await until(() => current() === late);
      await late.pauseReplay();
      await pool.query(`update boards set name = 'While paused' where _id = 'b1'`);
      await until(() => current() === null);
      await late.resumeReplay();
      await until(() => current() === late);
      await stopped.startReplica();
      await until(() => reads.replicas.every(({ state }) => state.problem === null));
    });
    expect(failed).toEqual([]);
    expect(all).toBeGreaterThan(100);
  });

  it('reads the version of a list where it reads the pages, also while both replicas may be read and one is late', async () => {
    await openSite(3_600);
    const firstBoard = async () => {
      const { body } = await site.get('/api/boards?order_by=follower_count&per_page=1');
      return (body['boards'] as { name: string }[])[0]?.name;
    };
    const renameFirst = async (name: string) => {
      await pool.query(`update boards set name = $1 where _id = 'b39'`, [name]);
      await pool.query('update catalog_stats set changed_at = clock_timestamp()');
    };
    const listVersion = () => site.app.get(Catalog).listVersion('boards');
    /** What is read while the replica that is read is late and the other one is not; both may be read. */
    const readWhereLate = async (round: number): Promise<StreamingReplica> => {
      for (const replica of replicas) await replica.resumeReplay();
      await renameFirst(`Old ${round}`);
      for (const replica of replicas) await replica.caughtUp();
      const late = await untilOnReplica();
      const { sourceChanges } = reads;
      await until(async () => (await firstBoard()) === `Old ${round}`);
      const version = await listVersion();
      await late.pauseReplay();
      await renameFirst(`New ${round}`);
      await other(late).caughtUp();
      await reads.check();
      const found = [await listVersion(), await firstBoard()];
      // On a busy machine a check may come too late, so that another source is read in between.
      if (reads.sourceChanges !== sourceChanges) return readWhereLate(round + 1);
      expect(found).toEqual([version, `Old ${round}`]);
      return late;
    };
    const late = await readWhereLate(1);
    const untilNew = () => until(async () => (await firstBoard())?.startsWith('New') ?? false);

    await late.stopReplica();
    await until(() => current() === other(late));
    await untilNew();
    // Back as it was, the late one is not read before it has what the visitors have seen.
    await late.startReplica();
    await other(late).stopReplica();
    while (current() !== late) expect(await firstBoard()).toMatch(/^New/);
    expect(await firstBoard()).toMatch(/^New/);
  });
});

describe('a replica', () => {
  let cluster: StreamingReplica;
  let primary: Client;
  let replica: ReadReplica;
  let conninfo: string;
  beforeAll(async () => {
    cluster = replicas[0]!;
    await cluster.startReplica();
    await cluster.resumeReplay();
    primary = new Client({ connectionString: cluster.primaryUrl });
    await primary.connect();
    replica = new ReadReplica(cluster.replicaUrl, 1);
    conninfo = String((await cluster.onReplica('show primary_conninfo'))[0]?.['primary_conninfo']);
  });
  afterAll(async () => {
    await replica.close();
    await primary.end();
  });

  /** The first state of the replica that meets a condition. */
  async function stateWhen(isMet: (state: ReplicaState) => boolean): Promise<ReplicaState> {
    for (;;) {
      const state = await replica.check(await readPosition(primary), 1);
      if (isMet(state)) return state;
      await primary.query('select txid_current()');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Changes where the replica receives from, without a restart. */
  async function configureReplica(settings: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(settings))
      await cluster.onReplica(`alter system set ${name} = '${value.replaceAll("'", "''")}'`);
    await cluster.onReplica('select pg_reload_conf()');
  }

  const diagnose = async () => (await checkReplicas(primary, { DATABASE_READ_URLS: [cluster.replicaUrl], DATABASE_READ_MAX_LAG: 1 }))[0];

  it('is not read after an absence before it has what was written meanwhile', async () => {
    await stateWhen(({ problem }) => problem === null);
    await configureReplica({ primary_conninfo: '' });
    await cluster.stopReplica();
    await primary.query('create table written_in_its_absence as select 1 n');
    const checkAfter = async (seconds: number) => replica.check(await readPosition(primary), 30_000, performance.now() + seconds * 1_000);
    expect((await checkAfter(0)).problem).toContain('does not answer');
    await cluster.startReplica();
    expect((await checkAfter(20)).problem).toContain('behind and not receiving');
    await configureReplica({ primary_conninfo: conninfo });
    await stateWhen(({ problem }) => problem === null);
  });

  it('is told to be receiving, not receiving, or to have lost its WAL', async () => {
    await primary.query(`select pg_create_physical_replication_slot('one', true)`);
    await configureReplica({ primary_slot_name: 'one' });
    // With another slot the receiver starts again.
    const isUsed = async () => (await primary.query(`select from pg_replication_slots where slot_name = 'one' and active`)).rowCount === 1;
    while (!(await isUsed())) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await stateWhen(({ problem }) => problem === null)).toMatchObject({ reception: 'receiving' });
    expect(await diagnose()).toMatchObject({ state: 'good', message: expect.stringContaining('(receiving)') });

    await configureReplica({ primary_conninfo: '' });
    const cut = await stateWhen(({ reception, problem }) => reception === 'not receiving' && problem !== null);
    expect(cut.problem).toMatch(/ s behind and not receiving/);
    await primary.query('create table written_meanwhile as select generate_series(1, 10) n');
    expect(await diagnose()).toMatchObject({
      state: 'doubtful',
      message: expect.stringContaining('not receiving'),
      fix: expect.stringContaining('See its log'),
    });

    await primary.query(`alter system set max_slot_wal_keep_size = '1MB'`);
    await primary.query('select pg_reload_conf()');
    const isLost = async () => (await readPosition(primary)).lostSlots.includes('one');
    while (!(await isLost())) {
      await primary.query('select txid_current(), pg_switch_wal()');
      await primary.query('checkpoint');
    }
    await configureReplica({ primary_conninfo: conninfo });
    expect(await stateWhen(({ reception }) => reception === 'lost its WAL')).toMatchObject({
      problem: expect.stringContaining('has lost its WAL'),
    });
    expect(await diagnose()).toMatchObject({ state: 'doubtful', fix: expect.stringContaining('Make it again') });
  });
});

describe('the lag of a replica', () => {
  /** Calls in order: the primary's position, the replica's position, the time, and what comes of it. */
  type Step = readonly [primary: number | null, replica: number, nowMs: number, lagMs: number, isCaughtUp: boolean];

  it.each<[string, readonly Step[]]>([
    [
      'is 0 while both are at the same position, however long nothing is written',
      [
        [100, 100, 0, 0, true],
        [100, 100, 90_000, 0, true],
      ],
    ],
    [
      'grows from the moment at which the oldest missing position was seen',
      [
        [100, 100, 0, 0, true],
        [200, 100, 1_000, 0, true],
        [300, 100, 2_000, 1_000, false],
        [300, 200, 5_000, 3_000, false],
        [300, 300, 6_000, 0, true],
      ],
    ],
    [
      'says that a replica is not caught up at first, before it has what the primary had',
      [
        [100, 90, 0, 0, false],
        [120, 100, 1_000, 0, true],
      ],
    ],
    [
      'keeps what is missing while the primary cannot be asked',
      [
        [100, 100, 0, 0, true],
        [200, 100, 1_000, 0, true],
        [null, 100, 9_000, 8_000, false],
        [null, 200, 10_000, 0, true],
      ],
    ],
    ['is unknown to be caught up if the primary was never asked', [[null, 100, 0, 0, false]]],
  ])('%s', (_, steps) => {
    const lag = new ReplicaLag();
    for (const [primary, replica, nowMs, lagMs, isCaughtUp] of steps)
      expect(lag.observe(primary, replica, nowMs)).toEqual({ lagMs, isCaughtUp });
  });

  it('counts from the oldest missing position, however many follow it', () => {
    const lag = new ReplicaLag();
    for (let second = 0; second < 5_000; second++) lag.observe(100 + second, 99, second * 1_000);
    expect(lag.observe(9_000, 99, 5_000_000).lagMs).toBe(5_000_000);
  });
});

describe('a replica that does not answer', () => {
  it('is asked less and less often, because each attempt may leave a session behind', async () => {
    const askedAtSeconds: number[] = [];
    let second = 0;
    const server = createServer((socket) => {
      askedAtSeconds.push(second);
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const replica = new ReadReplica(`postgres://reader@127.0.0.1:${(server.address() as AddressInfo).port}/pins`, 1);
    for (; second < 50; second++) {
      const state = await replica.check(null, 30_000, second * 1_000);
      expect(state).toMatchObject({ lagMs: null, problem: expect.stringContaining('does not answer') });
    }
    expect(askedAtSeconds).toEqual([0, 1, 3, 7, 15, 31, 47]);
    await replica.close();
    server.close();
  });
});
