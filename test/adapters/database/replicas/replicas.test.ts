import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Pool, Client } from 'pg';
import { Catalog } from '#domain/catalog/catalog';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { Postgres } from '#server/database/postgres';
import { CatalogReads } from '#server/database/replicas/catalog-reads';
import { ReadReplica, type ReplicaState, ReplicaLag } from '#server/database/replicas/read-replica';
import { readPosition } from '#server/database/replicas/server-position';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { checkReplicas } from '#server/operations/doctor/postgres/examine-database';
import { readCatalogDuring, until } from '../../../support/app/read-catalog';
import { createTestApp, type TestApp } from '../../../support/app/test-app';
import { fillCatalog } from '../../../support/database/small-catalog';
import { StreamingReplica } from '../../../support/database/streaming-replica';

let replicas: readonly StreamingReplica[];
beforeAll(async () => void (replicas = await StreamingReplica.startSeveral(2)));
afterAll(async () => {
  await replicas[1]!.closeReplica();
  await replicas[0]!.close();
});

describe('a catalog with two replicas', () => {
  let pool: Pool;
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
    pool = new Pool({ connectionString: replicas[0]!.primaryUrl });
    pool.on('error', () => undefined);
    await fillCatalog(pool);
    await openSite(2);
    await site.app.get(RecomputeGrowth).recomputeAll();
    await site.app.get(RecomputeKeywords).recompute();
  });
  afterEach(() => site.close());
  afterAll(() => pool.end());

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
