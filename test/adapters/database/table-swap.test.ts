import type { PoolClient } from 'pg';
import { buildNextTables, createNextTables, inTransactionWithLockRetries, type SwapWait, swapTables } from '#server/database/table-swap';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

let database: TestDatabase;
let client: PoolClient;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.pool.connect();
});
afterAll(async () => {
  client.release();
  await database.close();
});

async function queryValue(sql: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>(sql);
  return rows[0]?.value ?? '';
}

/** The bytes that this connection has written to the write-ahead log. */
async function loggedBytes(): Promise<number> {
  await client.query('select pg_stat_force_next_flush()');
  return Number(await queryValue('select wal_bytes "value" from pg_stat_get_backend_wal(pg_backend_pid())'));
}

describe('the next generation of a table', () => {
  it('is written without a log even if it is smaller than 2 MB, where Postgres has no replicas', async () => {
    await client.query('create table texts (number integer primary key, text text not null)');
    // With replicas, all is logged. Postgres before 18 does not count the bytes of a connection; the embedded one is newer, and has none.
    const isMinimal = (await queryValue(`select setting "value" from pg_settings where name = 'wal_level'`)) === 'minimal';
    const bytesBefore = isMinimal ? await loggedBytes() : 0;
    await buildNextTables(client, ['texts'], async () => {
      await client.query('insert into texts_next select number, md5(number::text) from generate_series(1, 20000) number');
    });
    const stored = Number(await queryValue(`select pg_relation_size('texts_next') "value"`));
    expect(stored).toBeGreaterThan(1_000_000);
    expect(stored).toBeLessThan(2_000_000);
    if (isMinimal) expect((await loggedBytes()) - bytesBefore).toBeLessThan(stored / 4);
  });
});

describe('replacing a table that another session reads', () => {
  /** What pg_dump does: a lock on every table until its end. */
  async function dump(table: string): Promise<{ end(): Promise<void> }> {
    const dumping = await database.pool.connect();
    await dumping.query(`set application_name = 'pg_dump'; begin; lock table ${table} in access share mode`);
    return {
      end: async () => {
        await dumping.query('commit');
        dumping.release(true);
      },
    };
  }

  const quick: Partial<SwapWait> = { lockTimeoutMs: 1, firstDelayMs: 1, maxDelayMs: 1 };
  const blocker = /The table dumped could not be replaced for \d+ s: process \d+ \(pg_dump, for \d+ s, idle after SET\) holds a lock/;

  beforeEach(async () => {
    await client.query('drop table if exists dumped; create table dumped (number integer)');
    await createNextTables(client, ['dumped']);
    await client.query('insert into dumped_next values (1)');
  });

  it('waits for a long dump and names it, and lets readers pass meanwhile', async () => {
    const dumping = await dump('dumped');
    const reports: string[] = [];
    let attempts = 0;
    const { promise: hasTriedLong, resolve } = Promise.withResolvers<void>();
    const swapping = inTransactionWithLockRetries(
      client,
      ['dumped'],
      async () => {
        if (++attempts === 100) resolve();
        await swapTables(client, ['dumped']);
      },
      { ...quick, reportIntervalMs: 0, report: (sentence) => void reports.push(sentence) },
    );
    await hasTriedLong;
    expect((await database.pool.query('select from dumped')).rowCount).toBe(0);
    await dumping.end();
    await swapping;
    expect(reports[0]).toMatch(blocker);
    expect((await database.pool.query('select from dumped')).rowCount).toBe(1);
  });

  it('gives up after its bound, with the name of the session that is in the way', async () => {
    const dumping = await dump('dumped');
    const swapping = inTransactionWithLockRetries(client, ['dumped'], () => swapTables(client, ['dumped']), { ...quick, maxWaitMs: 0 });
    await expect(swapping).rejects.toThrow(blocker);
    await dumping.end();
    expect((await database.pool.query('select from dumped')).rowCount).toBe(0);
  });
});
