import { randomUUID } from 'node:crypto';
import type { StoredCode } from '#domain/auth/account/codes';
import { dayOf } from '#domain/days';
import { DAY_MS, HOUR_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import { Passkeys1790000028920 } from '#migrations/1790000028920-passkeys';
import { Accounts } from '#server/auth/account/typeorm/accounts';
import { CredentialChanges } from '#server/auth/account/typeorm/credential-changes';
import { deleteExpiredAuthData } from '#server/auth/postgres/expired-auth-data';
import { Passkeys } from '#server/auth/passkeys/typeorm/passkeys';
import { SecondFactors } from '#server/auth/typeorm/second-factors';
import { untilWaiting } from '../../support/app/waiting-request';
import { useTypeormDatabase } from '../../support/database/typeorm-database';

const database = useTypeormDatabase();
const now = new Date('2026-01-01T00:00:00Z');

describe('registrations', () => {
  let accounts: Accounts;
  let registrations: CredentialChanges;
  beforeAll(() => {
    accounts = new Accounts(database.dataSource);
    registrations = new CredentialChanges(database.dataSource);
  });

  const newCode = (): StoredCode => ({ hash: randomUUID(), purpose: 'confirm', expires_at: new Date(now.getTime() + HOUR_MS) });
  const register = (email: string, code = newCode()) => registrations.register({ email, password_hash: 'hash' }, code, null, now);

  it('tell a repeated sign-up from the first of an address', async () => {
    expect(await register('twice@people.test')).toMatchObject({ isRepeat: false });
    expect(await register('twice@people.test')).toMatchObject({ isRepeat: true });
  });

  it('are confirmed once per address, even by two codes at once', async () => {
    const codes = [newCode(), newCode(), newCode()];
    const registered = await Promise.all(codes.map((code) => register('several@people.test', code)));
    const confirmed = await Promise.all(codes.slice(1).map(({ hash }) => registrations.confirmByCode(hash, now)));
    expect(confirmed.filter(Boolean)).toHaveLength(1);
    expect(await accounts.findByCode(codes[0]!.hash, 'confirm', now)).toBeNull();
    expect(await accounts.confirm(registered[0]!.id, now)).toBe(false);
    const states = await Promise.all(registered.map(({ id }) => accounts.findById(id)));
    expect(states.filter((account) => account?.is_confirmed)).toHaveLength(1);
  });

  it('that repeat another one are deleted after a month without a session', async () => {
    const code = newCode();
    const [first, second, third] = [
      await register('old@people.test'),
      await register('old@people.test', code),
      await register('old@people.test'),
    ];
    await registrations.confirmByCode(code.hash, now);
    const areThere = async (days: number) => {
      await deleteExpiredAuthData(database.postgres, new LockScope(), new Date(now.getTime() + days * DAY_MS));
      return Promise.all([first, second, third].map(async ({ id }) => (await accounts.findById(id)) !== null));
    };
    expect([await areThere(29), await areThere(31)]).toEqual([
      [true, true, true],
      [true, true, false],
    ]);
  });
});

describe('recovery codes', () => {
  const email: Email = { kind: 'second-factor', to: 'mira@people.test', user_id: null, subject: 'S', paragraphs: [] };

  /** Begins each change after the one before has come as far as it can, and before any ends. */
  async function atOnce<T>(changes: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
    const holding = await database.pool.connect();
    await holding.query('begin; lock table emails in share row exclusive mode');
    const begun: Promise<T>[] = [];
    for (const change of changes) {
      begun.push(change());
      await untilWaiting(database.pool, begun.length);
    }
    await holding.query('commit');
    holding.release();
    return Promise.all(begun);
  }
  const codesOf = async (user: string) => (await database.pool.query('select from recovery_codes where user_id = $1', [user])).rowCount;
  const withApp = async () => {
    const user = await database.insertUser();
    await database.pool.query(`insert into second_factors (user_id, sealed_key, created_at, confirmed_at) values ($1, 'key', $2, $2)`, [
      user,
      now,
    ]);
    await database.pool.query(`insert into recovery_codes (user_id, hashes) values ($1, '{a}')`, [user]);
    await database.pool.query(
      `insert into sessions (token_hash, user_id, created_at, seen_at, expires_at)
       values ($1::text, $1::uuid, $2, $2, $2::timestamptz + interval '1 hour')`,
      [user, now],
    );
    return user;
  };
  const passkeyOf = (user_id: string) => {
    const key = { credential_id: user_id, public_key: Buffer.alloc(1), counter: 0, transports: [] };
    return { ...key, user_id, name: 'Phone', added_at: now };
  };

  it('go with the last factor when app and passkey are removed at once', async () => {
    const [factors, passkeys] = [new SecondFactors(database.dataSource), new Passkeys(database.dataSource)];
    const user = await withApp();
    const added = await passkeys.add(passkeyOf(user), [], email, user);
    const removed = await atOnce([() => factors.remove(user, email, now), () => passkeys.remove(user, added?.id ?? '', email, now)]);
    expect([removed, await codesOf(user)]).toEqual([[true, true], 0]);
  });

  it('are there for a passkey that is added while the app is removed', async () => {
    const [factors, passkeys] = [new SecondFactors(database.dataSource), new Passkeys(database.dataSource)];
    const user = await withApp();
    await atOnce<unknown>([() => passkeys.add(passkeyOf(user), ['b'], email, user), () => factors.remove(user, email, now)]);
    expect(await codesOf(user)).toBe(1);
  });
});

describe('the hourly clean-up of auth data', () => {
  const cleanUp = () => deleteExpiredAuthData(database.postgres, new LockScope(), now);
  const remainingValues = async (table: string, column: string) =>
    (await database.pool.query(`select ${column} "value" from ${table} order by 1`)).rows.map((row: { value: unknown }) => row.value);
  let user: string;
  beforeEach(async () => {
    await database.pool.query('truncate users, sessions, rate_limits, sign_in_tries, passkey_challenges cascade');
    user = await database.insertUser();
    await database.pool.query(
      `insert into sessions (token_hash, user_id, created_at, seen_at, expires_at) values ('alive', $1, $2, $2, $2::timestamptz + interval '1 hour')`,
      [user, now],
    );
  });

  it('deletes what has expired, and leaves the rest', async () => {
    await database.pool.query(
      `insert into sessions (token_hash, created_at, seen_at, expires_at) values ('dead', $1, $1, $1::timestamptz - interval '1 second')`,
      [now],
    );
    await database.pool.query(
      `insert into codes (code_hash, user_id, purpose, created_at, expires_at, used_at)
       values ('old', $1, 'reset', $2, $2::timestamptz - interval '8 days', null), ('fresh', $1, 'reset', $2, $2::timestamptz + interval '1 hour', null)`,
      [user, now],
    );
    await database.pool.query(`insert into rate_limits values ('x', 'y', 1, 1, $1::timestamptz - interval '1 second')`, [now]);
    await database.pool.query(`insert into sign_in_tries values ('z', 1, $1::timestamptz - interval '31 days')`, [now]);
    await database.pool.query(
      `insert into passkey_challenges values ('old', 'add', 'x', $1::timestamptz - interval '1 second'), ('new', 'add', 'x', $1::timestamptz + interval '1 minute')`,
      [now],
    );
    const today = dayOf(now);
    await database.pool.query(`insert into free_searches (user_id, day, search_hashes) values ($1, $2, '{a}'), ($1, $3, '{a}')`, [
      user,
      today - 1,
      today,
    ]);
    expect([await cleanUp(), await cleanUp()]).toEqual([6, 0]);
    expect(await remainingValues('sessions', 'token_hash')).toEqual(['alive']);
    expect(await remainingValues('codes', 'code_hash')).toEqual(['fresh']);
    expect(await remainingValues('rate_limits', 'name')).toEqual([]);
    expect(await remainingValues('passkey_challenges', 'session_hash')).toEqual(['new']);
    expect(await remainingValues('sign_in_tries', 'subject')).toEqual([]);
    expect(await remainingValues('free_searches', 'day')).toEqual([today]);
  });

  it('deletes the oldest sessions of browsers in which no one signed in or up, beyond 50,000', async () => {
    await database.pool.query(
      `insert into sessions (token_hash, created_at, seen_at, expires_at, registering)
       select 'stranger' || n, $1, $1::timestamptz - n * interval '1 second', $1::timestamptz + interval '30 days', n = 50002
       from generate_series(1, 50002) n`,
      [now],
    );
    expect(await cleanUp()).toBe(1);
    expect(await remainingValues('sessions', 'token_hash')).not.toContain('stranger50001');
  });
});

describe('the migration to passkeys', () => {
  it('keeps the recovery codes of confirmed second factors, and gives them back', async () => {
    await database.pool.query('truncate users cascade');
    const runner = database.dataSource.createQueryRunner();
    const migration = new Passkeys1790000028920();
    await migration.down(runner);
    await database.pool.query(
      `with people as (insert into users (email, is_confirmed, created_at) values ('on@people.test', true, now()), ('begun@people.test', true, now()) returning id, email)
       insert into second_factors (user_id, sealed_key, created_at, confirmed_at, recovery_hashes)
         select id, 'sealed', now(), case when email like 'on%' then now() end, case when email like 'on%' then '{a,b}'::text[] else '{}' end from people`,
    );
    const factors = async () => (await database.pool.query('select * from second_factors order by confirmed_at')).rows as unknown[];
    const before = await factors();
    await migration.up(runner);
    const { rows } = await database.pool.query('select email, hashes from recovery_codes join users on id = user_id');
    expect(rows).toEqual([{ email: 'on@people.test', hashes: ['a', 'b'] }]);
    await migration.down(runner);
    expect((await factors()).map((row) => JSON.stringify(row))).toEqual(before.map((row) => JSON.stringify(row)));
    await migration.up(runner);
    await runner.release();
  });
});
