import { connectDataSource, driverPool } from '#server/database/data-source';
import { Postgres } from '#server/database/postgres';
import { RequestDeadline } from '#server/database/request-deadline';
import { inTransaction, slowQuery } from '#server/database/transaction';
import { FaultProxy } from '../../support/database/fault-proxy';
import { useTestDatabase } from '../../support/database/test-database';

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
