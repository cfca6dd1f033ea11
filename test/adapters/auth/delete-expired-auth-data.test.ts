import { WriterScope } from '#domain/jobs/write-lock';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';
import { deleteExpiredAuthData } from '#server/auth/postgres/expired-auth-data';
import { Postgres } from '#server/database/postgres';
import { JobRunner } from '#server/jobs/job-runner';
import { useTestApp } from '../../support/app/test-app';

describe('the hourly clean-up of auth data', () => {
  const site = useTestApp();

  it('deletes what has expired, leaves the rest, and runs once an hour', async () => {
    const user = await site.createUser('free');
    const secrets = site.app.get(Secrets);
    const now = site.app.get(Clock).now();
    await site.database.pool.query(
      `insert into sessions (token_hash, created_at, seen_at, expires_at) values ('dead', $1, $1, $1::timestamptz - interval '1 second')`,
      [now],
    );
    await site.database.pool.query(
      `insert into codes (code_hash, user_id, purpose, created_at, expires_at, used_at)
       values ('old', $1, 'reset', $2, $2::timestamptz - interval '8 days', null), ('fresh', $1, 'reset', $2, $2::timestamptz + interval '1 hour', null)`,
      [user.id, now],
    );
    await site.database.pool.query(`insert into rate_limits values ('x', 'y', 1, 1, $1::timestamptz - interval '1 second')`, [now]);
    await site.database.pool.query(`insert into sign_in_tries values ('z', 1, $1::timestamptz - interval '31 days')`, [now]);
    await site.database.pool.query(
      `insert into passkey_challenges values ('old', 'add', 'x', $1::timestamptz - interval '1 second'), ('new', 'add', 'x', $1::timestamptz + interval '1 minute')`,
      [now],
    );
    const runner = site.app.get(JobRunner);
    expect([await runner.run('auth-clean-up'), await runner.run('auth-clean-up')]).toEqual(['ran', 'done']);
    const remainingValues = async (table: string, column: string) =>
      (await site.database.pool.query(`select ${column} "value" from ${table}`)).rows.map((row: { value: string }) => row.value);
    expect(await remainingValues('sessions', 'token_hash')).toEqual([secrets.hash(user.token)]);
    expect(await remainingValues('codes', 'code_hash')).toEqual(['fresh']);
    expect(await remainingValues('rate_limits', 'name')).not.toContain('x');
    expect(await remainingValues('passkey_challenges', 'session_hash')).toEqual(['new']);
    expect(await remainingValues('sign_in_tries', 'subject')).toEqual([]);
  });

  it('deletes the oldest sessions of browsers in which no one signed in or up, beyond 50,000', async () => {
    const user = await site.createUser('free');
    const now = site.app.get(Clock).now();
    await site.database.pool.query(
      `insert into sessions (token_hash, created_at, seen_at, expires_at, registering)
       select 'stranger' || n, $1, $1::timestamptz - n * interval '1 second', $1::timestamptz + interval '30 days', n = 50002
       from generate_series(1, 50002) n`,
      [now],
    );
    await deleteExpiredAuthData(site.app.get(Postgres), new WriterScope(), now);
    const { rows } = await site.database.pool.query<{ token_hash: string }>(
      `select token_hash from sessions where token_hash = any ($1) order by token_hash`,
      [['stranger50000', 'stranger50001', 'stranger50002', site.app.get(Secrets).hash(user.token)]],
    );
    expect(rows.map(({ token_hash }) => token_hash).toSorted()).toEqual(
      [site.app.get(Secrets).hash(user.token), 'stranger50000', 'stranger50002'].toSorted(),
    );
  });
});
