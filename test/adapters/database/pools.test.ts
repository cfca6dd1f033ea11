import { jest } from '@jest/globals';
import { HOUR_MS, SECOND_MS } from '#domain/durations';
import { JobLocks } from '#domain/jobs/jobs';
import { roundHalfAway } from '#domain/numbers';
import { readConfig } from '#server/config/config';
import { BoundedPool } from '#server/database/bounded-pool';
import { connectDataSource, driverPool } from '#server/database/data-source';
import { correctOffset, DatabaseClock } from '#server/database/database-clock';
import { Postgres } from '#server/database/postgres';
import { RequestDeadline } from '#server/database/request-deadline';
import { isTooSlow } from '#server/database/temporary-failure';
import { inTransaction, slowQuery } from '#server/database/transaction';
import { connectDatabase } from '#server/launch/postgres/open-database';
import { examineInstallation } from '#server/operations/doctor/examine';
import { createTestApp } from '../../support/app/test-app';
import { testKeys } from '../../support/app/test-keys';
import { FakePooler, type PoolMode } from '../../support/database/fake-pooler';
import { FaultProxy } from '../../support/database/fault-proxy';
import { useTestDatabase } from '../../support/database/test-database';

describe('a bounded pool', () => {
  const database = useTestDatabase();

  const pidOf = async (pool: Pick<Postgres['pool'], 'query'>): Promise<unknown> =>
    (await pool.query<{ pid: number }>('select pg_backend_pid() pid')).rows[0]?.pid;

  describe('the pool of requests', () => {
    let postgres: Postgres;
    beforeAll(() => (postgres = new Postgres(database.url)));
    afterAll(() => postgres.close());

    it('keeps a connection whose statement the server refused, in a transaction of ours or alone', async () => {
      const { pool } = postgres;
      const pid = await pidOf(pool);
      await expect(pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
      expect(await pidOf(pool)).toBe(pid);
      await expect(inTransaction(pool, (client) => client.query('select 1 / 0'))).rejects.toMatchObject({ code: '22012' });
      expect(await pidOf(pool)).toBe(pid);
      const ownFailure = inTransaction(pool, async () => {
        throw new Error('refused by a rule');
      });
      await expect(ownFailure).rejects.toThrow('refused by a rule');
      expect(await pidOf(pool)).toBe(pid);
    });

    it('keeps a connection after a transaction of TypeORM that was rolled back', async () => {
      const dataSource = await connectDataSource(database.url);
      const pid = await pidOf(driverPool(dataSource));
      await expect(dataSource.transaction((manager) => manager.query('select 1 / 0'))).rejects.toMatchObject({ code: '22012' });
      expect(await pidOf(driverPool(dataSource))).toBe(pid);
      await dataSource.destroy();
    });

    it('survives a connection that ends on its way to the work that asked for it, in the pool of jobs', async () => {
      const { jobPool } = postgres;
      // Neither the pool nor the work listens at this moment.
      const client = await jobPool.connect();
      expect(() => client.emit('error', new Error('terminated by the server'))).not.toThrow();
      client.release(true);
    });

    it('replaces a connection that the server ended', async () => {
      const { pool } = postgres;
      await expect(pool.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({ code: '57P01' });
      expect(await pidOf(pool)).toEqual(expect.any(Number));
    });

    it('says of a request that no connection became free for that it took too long', async () => {
      const pool = new BoundedPool({ connectionString: database.url, max: 1 });
      const client = await pool.connect();
      pool.options.connectionTimeoutMillis = 1;
      expect(isTooSlow(await pool.query('select 1').catch((error: unknown) => error))).toBe(true);
      client.release();
      await pool.end();
    });

    it('lends nothing to a request whose deadline has expired, and ends what it had', async () => {
      const { pool } = postgres;
      const deadline = new RequestDeadline();
      const working = deadline.run(() => pool.query('select pg_sleep(60)'));
      while (pool.totalCount - pool.idleCount === 0) await new Promise((resolve) => setImmediate(resolve));
      deadline.expire();
      await expect(working).rejects.toThrow(/deadline of the request|Connection terminated/);
      await expect(deadline.run(() => pool.query('select 1'))).rejects.toThrow('deadline of the request');
      const isSleeping = `select from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`;
      while ((await database.pool.query(isSleeping)).rowCount !== 0) await new Promise((resolve) => setImmediate(resolve));
    });

    it('watches for lost clients on the server, and for lost servers', async () => {
      const { rows } = await postgres.pool.query(`select setting from pg_settings where name = 'client_connection_check_interval'`);
      expect(rows).toEqual([{ setting: '1000' }]);
      for (const { options } of [postgres.pool, postgres.jobPool])
        expect(options).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 30_000 });
      expect(postgres.pool.options).toMatchObject({ query_timeout: 5_500 });
    });
  });

  describe('a statement that is not answered', () => {
    it('ends its connection in the pool of jobs too, if a user waits for it', async () => {
      const proxy = await FaultProxy.start(database.url);
      const { jobPool, pool } = new Postgres(proxy.url);
      const scan = inTransaction(jobPool, (client) => {
        proxy.setFault('stalled');
        return slowQuery(client, 100, 'select 1', []);
      });
      await expect(scan).rejects.toThrow('Query read timeout');
      expect(jobPool.totalCount).toBe(0);
      await jobPool.end();
      await pool.end();
      await proxy.close();
    });

    it('ends its connection without a rollback, also in a transaction of TypeORM', async () => {
      const proxy = await FaultProxy.start(database.url);
      const dataSource = await connectDataSource(proxy.url);
      const pool = driverPool(dataSource);
      pool.options.query_timeout = 200;
      // TypeORM opened one with the old timeout.
      await expect(pool.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({ code: '57P01' });
      const runs = [
        () => pool.query('select 1'),
        () => inTransaction(pool, (client) => client.query('select 1')),
        () => dataSource.transaction((manager) => manager.query('select 1')),
      ];
      for (const run of runs) {
        await pidOf(pool);
        proxy.setFault('stalled');
        await expect(run()).rejects.toThrow('Query read timeout');
        expect(pool.totalCount).toBe(0);
        proxy.setFault('none');
      }
      await dataSource.destroy();
      await proxy.close();
    });
  });
});

describe('the clock of the database', () => {
  const database = useTestDatabase();
  beforeAll(async () => {
    await database.postgres.pool.query('select 1');
  });

  it('neither runs ahead nor falls behind because the process was busy while it asked', async () => {
    const starting = DatabaseClock.start(database.postgres);
    const busyUntil = Date.now() + 200;
    while (Date.now() < busyUntil);
    const clock = await starting;
    clock.stop();
    const before = Date.now();
    const now = clock.now().getTime();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });

  describe('on a machine whose clock jumps', () => {
    const machine = { aheadMs: 0 };
    const server = { aheadMs: 0, questions: 0 };
    const machineNow = Date.now.bind(Date);
    const pool = {
      query: async () => {
        server.questions++;
        return { rows: [{ now: machineNow() + server.aheadMs }] };
      },
    } as unknown as Postgres['pool'];
    let clock: DatabaseClock;
    const aheadMs = () => roundHalfAway((clock.now().getTime() - machineNow()) / SECOND_MS, 0) * SECOND_MS;
    beforeEach(async () => {
      Object.assign(server, { aheadMs: 0, questions: 0 });
      machine.aheadMs = 0;
      jest.spyOn(Date, 'now').mockImplementation(() => machineNow() + machine.aheadMs);
      clock = await DatabaseClock.start({ pool });
    });
    afterEach(() => {
      clock.stop();
      jest.restoreAllMocks();
    });

    it.each([HOUR_MS, -HOUR_MS])('goes on as before when it was set by %d ms', async (jumpMs) => {
      machine.aheadMs = jumpMs;
      expect(aheadMs()).toBe(0);
      await new Promise(setImmediate);
      expect([aheadMs(), server.questions]).toEqual([0, 2]);
    });

    it('asks the database at once, as after the machine was suspended, which stops the time of the process', async () => {
      machine.aheadMs = server.aheadMs = HOUR_MS;
      clock.now();
      await new Promise(setImmediate);
      expect(aheadMs()).toBe(HOUR_MS);
    });
  });

  it.each<[string, number, { before: number; database: number; after: number }, number]>([
    ['stays zero while the reading agrees with the process', 0, { before: 1_000, database: 1_000.9, after: 1_000 }, 0],
    ['stays zero when only the answer was slow', 0, { before: 1_000, database: 1_002, after: 1_900 }, 0],
    ['stays zero when only the question was slow', 0, { before: 1_000, database: 1_899, after: 1_900 }, 0],
    ['is at least what a fast reading of a fast clock shows', 0, { before: 1_000, database: 3_000, after: 1_009 }, 1_990],
    ['is at most what a fast reading of a slow clock shows', 0, { before: 1_000, database: 400, after: 1_009 }, -600],
    ['keeps a better measurement before a slow one', 1_990, { before: 1_000, database: 3_000, after: 1_900 }, 1_990],
    ['returns when the clocks agree again', 1_990, { before: 1_000, database: 1_003, after: 1_009 }, 3],
  ])('%s', (_, knownMs, reading, offsetMs) => {
    expect(correctOffset(knownMs, reading)).toBe(offsetMs);
  });
});

describe('poolers', () => {
  const database = useTestDatabase();
  let pooler: FakePooler;
  afterEach(() => pooler.close());

  async function poolerIn(mode: PoolMode) {
    pooler = await FakePooler.start(database.url, mode);
    return readConfig({ NODE_ENV: 'test', ...testKeys, DATABASE_URL: pooler.url, PORT: '0' });
  }

  describe('a pooler in transaction mode', () => {
    it('is refused at the start, with the reason and the way out', async () => {
      await expect(connectDatabase(await poolerIn('transaction'))).rejects.toThrow(
        /^Pooler: DATABASE_URL leads to a pooler in transaction mode, .* or set pool_mode = session\.$/,
      );
    });
  });

  describe('a pooler in session mode', () => {
    it('is accepted, though it refuses the parameters of Postgres when a connection is opened', async () => {
      const config = await poolerIn('session');
      expect((await examineInstallation(config, pooler.url)).filter(({ state }) => state === 'broken')).toEqual([]);
      const [one, other] = [await createTestApp(pooler.url), await createTestApp(pooler.url)];
      expect([(await one.get('/api/boards')).status, (await other.get('/readyz')).status]).toEqual([200, 200]);
      const { rows } = await one.app.get(Postgres).pool.query('show statement_timeout');
      expect(rows).toEqual([{ statement_timeout: '5s' }]);
      const outcome = await one.app
        .get(JobLocks)
        .runIfFree('growth', () => other.app.get(JobLocks).runIfFree('growth', async () => 'done'));
      expect(outcome).toBe('busy');
      await Promise.all([one.close(), other.close()]);
    });
  });
});
