import type { PoolClient } from 'pg';
import { buildNextTables } from '#server/database/table-swap';
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
    const bytesBefore = await loggedBytes();
    await buildNextTables(client, ['texts'], async () => {
      await client.query('insert into texts_next select number, md5(number::text) from generate_series(1, 20000) number');
    });
    const logged = (await loggedBytes()) - bytesBefore;
    const stored = Number(await queryValue(`select pg_relation_size('texts_next') "value"`));
    expect(stored).toBeGreaterThan(1_000_000);
    expect(stored).toBeLessThan(2_000_000);
    if ((await queryValue(`select setting "value" from pg_settings where name = 'wal_level'`)) === 'minimal') {
      expect(logged).toBeLessThan(stored / 4);
    }
  });
});
