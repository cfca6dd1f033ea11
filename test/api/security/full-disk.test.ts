import { Postgres } from '#server/database/postgres';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';

describe('a database whose disk is full', () => {
  const site = useTestApp({ settings: { RATE_LIMITS: '' } });
  let user: TestUser;
  let pinId: string;
  beforeAll(async () => {
    // Limits are on, because some of them are written with every read.
    pinId = await insertEntity(site.database.pool, 'pins');
    await updateCatalogStats(site.database.pool);
    user = await site.createUser('free');
    await site.database.pool.query(`update sessions set seen_at = seen_at - interval '1 hour'`);
  });

  /** Every statement that writes fails as it does without room for another page, or in a database that was made read-only before that. */
  async function fillDisk(code: string): Promise<() => Promise<unknown>> {
    const { pool } = site.database;
    await pool.query(`create function refuse_write() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '${code}'; end $$`);
    await pool.query(`do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create trigger full_disk before insert or update on %I execute function refuse_write()', name);
      end loop; end $$`);
    return () => pool.query('drop function refuse_write cascade');
  }

  const listConnections = async () => {
    const { rows } = await site.database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'corklight' order by pid`,
    );
    return rows.map(({ pid }) => pid);
  };

  it.each(['53100', '25006'])('is read without a failure, refuses writes with 503, and keeps its connections: %s', async (code) => {
    const { pool } = site.app.get(Postgres);
    await Promise.all(Array.from({ length: 10 }, () => pool.query('select pg_sleep(0.05)')));
    const connections = await listConnections();
    const freeDisk = await fillDisk(code);
    const reads = [
      '/api/pins',
      `/api/pins/${pinId}`,
      '/api/sessions',
      '/api/users/me/subscription',
      '/api/checkout',
      '/api/stats',
      '/readyz',
    ];
    for (const path of reads)
      expect({ path, status: (await site.request('GET', path, { as: user })).status }).toEqual({ path, status: 200 });
    expect((await site.request('GET', '/api/sessions', { as: user })).body['user']).toMatchObject({ id: user.id });
    const writes = [
      () => site.request('PATCH', '/api/sessions', { as: user, body: { sscid: 'customer-1' } }),
      () => site.request('POST', '/api/auth/register', { body: { email: 'new@people.test', password: 'plum orchard in the rain' } }),
      () => site.request('POST', '/api/auth/password/recover', { body: { email: user.email } }),
    ];
    for (const write of writes) {
      const { status, body } = await write();
      expect([status, body['error']]).toEqual([503, "We can't save anything at the moment. Please try again later."]);
    }
    expect(await listConnections()).toEqual(connections);
    await freeDisk();
    expect((await writes[0]!()).status).toBe(200);
  });
});
