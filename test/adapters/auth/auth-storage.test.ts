import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { CodePurpose, StoredCode } from '#domain/auth/account/codes';
import { FREE_ATTEMPTS, MAX_FAILURES } from '#domain/auth/sessions/sign-in-attempts';
import { ipv4ClientIp } from '#domain/client-ip';
import { Clock } from '#domain/clock';
import { DAY_MS, HOUR_MS } from '#domain/durations';
import { SignInLocked, TooManyRequests } from '#domain/errors';
import { LockScope } from '#domain/jobs/lock-scope';
import { WriterScope } from '#domain/jobs/write-lock';
import type { Email, EmailKind } from '#domain/mail/email';
import { Secrets } from '#domain/secrets';
import { Passkeys1790000028920 } from '#migrations/1790000028920-passkeys';
import { type Account, Accounts } from '#server/auth/account/typeorm/accounts';
import { PasswordChanges } from '#server/auth/account/typeorm/password-changes';
import { Registrations } from '#server/auth/account/typeorm/registrations';
import { deleteExpiredAuthData } from '#server/auth/postgres/expired-auth-data';
import { SignInAttempts } from '#server/auth/postgres/sign-in-attempts';
import { PostgresViewers } from '#server/auth/postgres/viewers';
import { Sessions } from '#server/auth/typeorm/sessions';
import { readConfig } from '#server/config/config';
import { parseRateLimitSettings } from '#server/config/rate-limit-settings';
import { connectDataSource, driverPool } from '#server/database/data-source';
import { Postgres } from '#server/database/postgres';
import { MemoryRateLimits } from '#server/http/limits/memory-rate-limits';
import { JobRunner } from '#server/jobs/job-runner';
import { useTestApp } from '../../support/app/test-app';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { FakeSecrets } from '../../support/fakes/auth';
import { FixedClock } from '../../support/fixed-clock';

describe('the storage of auth', () => {
  const clock = new FixedClock(new Date('2026-01-01T00:00:00Z'));
  const secrets = new FakeSecrets();
  let database: TestDatabase;
  let dataSource: DataSource;
  let postgres: Postgres;
  let accounts: Accounts;
  let passwordChanges: PasswordChanges;
  let registrations: Registrations;
  let sessions: Sessions;
  let viewers: PostgresViewers;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await connectDataSource(database.url);
    postgres = new Postgres(database.url, driverPool(dataSource));
    accounts = new Accounts(dataSource);
    passwordChanges = new PasswordChanges(dataSource);
    registrations = new Registrations(dataSource);
    sessions = new Sessions(dataSource);
    viewers = new PostgresViewers(postgres, secrets, clock, readConfig({ NODE_ENV: 'test' }));
  });
  afterAll(async () => {
    await postgres.close();
    await dataSource.destroy();
    await database.close();
  });

  const queuedEmails = async (to: string) => {
    const { rows } = await database.pool.query<{ kind: string }>('select kind from emails where recipient = $1 order by id', [to]);
    return rows.map(({ kind }) => kind);
  };

  /** Opens a session and returns its token hash. */
  async function openSession(userId: string | null, replaces: string | null = null): Promise<string> {
    const token_hash = `hash of ${randomUUID()}`;
    const session = { token_hash, user_id: userId, pending_user_id: null, password_given: false, registering: false, user_agent: 'test' };
    await sessions.open({ ...session, replaces, expires_at: new Date(clock.now().getTime() + DAY_MS) }, clock.now());
    return token_hash;
  }

  const newEmail = () => `${randomUUID()}@people.test`;
  const newCode = (purpose: CodePurpose): StoredCode => ({
    hash: randomUUID(),
    purpose,
    expires_at: new Date(clock.now().getTime() + HOUR_MS),
  });
  const emailTo = (to: string, kind: EmailKind): Email => ({ kind, to, user_id: null, subject: 'Test', paragraphs: [] });
  const registrationEmails = (to: string) => ({
    confirmation: () => emailTo(to, 'confirm'),
    knownAddress: () => emailTo(to, 'known-address'),
  });

  async function registerUser(email = newEmail(), code = newCode('confirm')): Promise<Account> {
    const { id } = await registrations.add({ email, password_hash: 'old hash', code, emails: registrationEmails(email) }, clock.now());
    const account = await accounts.findById(id);
    if (!account) throw new Error('the registration was not found');
    return account;
  }

  it('adds a registration for every sign-up, and emails the address either way', async () => {
    const [email, code] = [newEmail(), newCode('confirm')];
    const first = await registerUser(email, code);
    expect(first).toMatchObject({ email, is_confirmed: false, role_id: 2, password_hash: 'old hash' });
    expect(await accounts.findConfirmed(email)).toBeNull();
    await registrations.confirmByCode(code.hash, clock.now());
    expect(await accounts.findConfirmed(email)).toMatchObject({ id: first.id });
    const unusable = newCode('confirm');
    const second = await registerUser(email, unusable);
    expect(second).toMatchObject({ email, is_confirmed: false, role_id: 2, password_hash: 'old hash' });
    expect(second.id).not.toBe(first.id);
    expect(await accounts.findByCode(unusable.hash, 'confirm', clock.now())).toBeNull();
    expect(await queuedEmails(email)).toEqual(['confirm', 'known-address']);
    expect(await accounts.findForReset(email)).toMatchObject({ id: first.id });
    expect(await accounts.findForReset(newEmail())).toBeNull();
  });

  it('tells a repeated sign-up from the first of an address', async () => {
    const registration = () => ({
      email: 'twice@people.test',
      password_hash: 'hash',
      code: newCode('confirm'),
      emails: null,
    });
    const before = await accounts.findForReset('twice@people.test');
    expect(await registrations.add(registration(), clock.now())).toMatchObject({ isRepeat: before !== null });
    expect(await registrations.add(registration(), clock.now())).toMatchObject({ isRepeat: true });
    expect(await queuedEmails('twice@people.test')).toEqual([]);
  });

  it('confirms one of several registrations of an address, even of two at once', async () => {
    const email = newEmail();
    const codes = [newCode('confirm'), newCode('confirm'), newCode('confirm')];
    const registered = await Promise.all(codes.map((code) => registerUser(email, code)));
    const confirmed = await Promise.all(codes.slice(1).map(({ hash }) => registrations.confirmByCode(hash, clock.now())));
    expect(confirmed.filter(Boolean)).toHaveLength(1);
    expect(await accounts.findByCode(codes[0]?.hash ?? '', 'confirm', clock.now())).toBeNull();
    expect(await registrations.confirm(registered[0]?.id ?? '', clock.now())).toBe(false);
    const states = await Promise.all(registered.map(({ id }) => accounts.findById(id)));
    expect(states.filter((account) => account?.is_confirmed)).toHaveLength(1);
  });

  it('renews the code of a registration, which is unusable while the address has an account', async () => {
    const email = newEmail();
    const [first, renewed] = [newCode('confirm'), newCode('confirm')];
    const { id } = await registerUser(email, first);
    const other = await registerUser(email);
    await registrations.renew(id, renewed, registrationEmails(email), clock.now());
    expect(await accounts.findByCode(first.hash, 'confirm', clock.now())).toBeNull();
    expect(await registrations.confirmByCode(renewed.hash, clock.now())).toBe(true);
    const unusable = newCode('confirm');
    await registrations.renew(other.id, unusable, registrationEmails(email), clock.now());
    expect(await registrations.confirmByCode(unusable.hash, clock.now())).toBe(false);
    expect(await queuedEmails(email)).toEqual(['confirm', 'confirm', 'confirm', 'known-address']);
  });

  it('confirms an address by an unexpired code of the purpose, once', async () => {
    const code = newCode('confirm');
    const account = await registerUser(newEmail(), code);
    expect(await accounts.findByCode(code.hash, 'reset', clock.now())).toBeNull();
    expect(await accounts.findByCode(code.hash, 'confirm', code.expires_at)).toBeNull();
    expect(await accounts.findByCode(code.hash, 'confirm', clock.now())).toEqual(account);
    expect([await registrations.confirmByCode(code.hash, clock.now()), await registrations.confirmByCode(code.hash, clock.now())]).toEqual([
      true,
      false,
    ]);
    expect(await accounts.findById(account.id)).toMatchObject({ is_confirmed: true });
  });

  it('invalidates older codes of a purpose with a new one', async () => {
    const { id, email } = await registerUser();
    const [older, newer] = [newCode('reset'), newCode('reset')];
    for (const code of [older, newer]) await passwordChanges.replaceCode(id, code, emailTo(email, 'reset'), clock.now());
    expect(await accounts.findByCode(older.hash, 'reset', clock.now())).toBeNull();
    expect(await accounts.findByCode(newer.hash, 'reset', clock.now())).toMatchObject({ id });
    expect(await queuedEmails(email)).toEqual(['confirm', 'reset', 'reset']);
  });

  it('resets a password by code once, and confirms the address', async () => {
    const { id, email } = await registerUser();
    const code = newCode('reset');
    await passwordChanges.replaceCode(id, code, emailTo(email, 'reset'), clock.now());
    const newPassword = { password_hash: 'new hash', notificationEmail: emailTo(email, 'password-changed'), session_hash: null };
    expect(await passwordChanges.resetPassword(code.hash, newPassword, clock.now())).toBe(true);
    expect(await passwordChanges.resetPassword(code.hash, newPassword, clock.now())).toBe(false);
    expect(await accounts.findById(id)).toMatchObject({ password_hash: 'new hash', is_confirmed: true });
    expect(await queuedEmails(email)).toEqual(['confirm', 'reset', 'password-changed']);
  });

  it('signs out a browser in which the password is changed, too', async () => {
    const { id } = await registerUser();
    const [current] = [await openSession(id), await openSession(id)];
    await passwordChanges.changePassword(id, { password_hash: 'new hash', notificationEmail: null, session_hash: current }, clock.now());
    expect(await accounts.findById(id)).toMatchObject({ password_hash: 'new hash' });
    expect(await sessions.listFor(id, '', clock.now())).toEqual([]);
  });

  describe('sessions', () => {
    it("lists a user's active sessions and marks the current one", async () => {
      const { id } = await registerUser();
      const current = await openSession(id);
      await openSession(id);
      await openSession(null);
      const listed = await sessions.listFor(id, current, clock.now());
      expect(listed.filter((session) => session.current)).toHaveLength(1);
      expect(listed).toHaveLength(2);
      expect(listed[0]).toMatchObject({ user_agent: 'test', created_at: clock.now().toISOString() });
      expect(await sessions.listFor(id, current, new Date(clock.now().getTime() + DAY_MS))).toEqual([]);
    });

    it('ends one session, all others, or the closed one', async () => {
      const [{ id }, other] = [await registerUser(), await registerUser()];
      const kept = await openSession(id);
      const closed = await openSession(id);
      await openSession(id);
      await sessions.close(closed);
      const listed = await sessions.listFor(id, kept, clock.now());
      const ended = listed.find(({ current }) => !current)?.id ?? '';
      expect(listed).toHaveLength(2);
      expect([await sessions.end(other.id, ended), await sessions.end(id, ended), await sessions.end(id, ended)]).toEqual([
        false,
        true,
        false,
      ]);
      await openSession(id);
      await sessions.endOthers(id, kept);
      expect(await sessions.listFor(id, kept, clock.now())).toEqual([expect.objectContaining({ current: true })]);
      await sessions.endOthers(id, null);
      expect(await sessions.listFor(id, kept, clock.now())).toEqual([]);
    });

    it('remembers when the owner was checked, in this session only', async () => {
      const { id } = await registerUser();
      const tokenHash = await openSession(id);
      const checkedAt = async (hash: string) => (await viewers.findBySessionToken(hash.replace('hash of ', ''))).session?.checked_at;
      expect(await checkedAt(tokenHash)).toBeNull();
      await sessions.saveOwnerCheck(tokenHash, clock.now());
      expect(await checkedAt(tokenHash)).toEqual(clock.now());
      expect(await checkedAt(await openSession(id, tokenHash))).toBeNull();
    });

    it('remembers the registration whose code the browser has posted, without taking it for its own', async () => {
      const { id } = await registerUser();
      const tokenHash = await openSession(null);
      await sessions.savePostedCode(tokenHash, id);
      expect(await viewers.findBySessionToken(tokenHash.replace('hash of ', ''))).toMatchObject({
        user: null,
        session: { pending_user_id: id, registering: false },
      });
    });

    it('finds the user of a session, with referral data of the session it replaced', async () => {
      const { id, email } = await registerUser();
      const previous = await openSession(null);
      await sessions.saveSscid(previous, 'customer-42');
      const tokenHash = await openSession(id, previous);
      expect(await viewers.findBySessionToken(tokenHash.replace('hash of ', ''))).toMatchObject({
        viewer: { kind: 'user', user: { role_id: 2, is_premium: false, is_confirmed: false } },
        user: { id, email, username: null, paddle_subscription_cancel_url: null },
        session: { token_hash: tokenHash, user_id: id, sscid: 'customer-42' },
      });
      expect(await viewers.findBySessionToken(previous.replace('hash of ', ''))).toMatchObject({ user: null, session: null });
    });

    it('is anonymous without a token, with an unknown one, and without a user', async () => {
      const anonymous = { viewer: { kind: 'anonymous' }, user: null };
      const tokenHash = await openSession(null);
      expect(await viewers.findBySessionToken(undefined)).toEqual({ ...anonymous, session: null });
      expect(await viewers.findBySessionToken('unknown')).toEqual({ ...anonymous, session: null });
      expect(await viewers.findBySessionToken(tokenHash.replace('hash of ', ''))).toMatchObject({
        ...anonymous,
        session: { token_hash: tokenHash, user_id: null },
      });
    });
  });

  describe('sign-in attempts', () => {
    let signInAttempts: SignInAttempts;
    beforeAll(() => {
      signInAttempts = new SignInAttempts(postgres, new MemoryRateLimits(clock), secrets, clock, parseRateLimitSettings(''));
    });
    const ip = ipv4ClientIp('203.0.113.7');

    it('throttles an account after its free attempts, but not its familiar IP', async () => {
      const email = newEmail();
      await signInAttempts.recordSuccess(email, ip);
      for (let count = 0; count < FREE_ATTEMPTS; count++) await signInAttempts.record(email, ipv4ClientIp('198.51.100.1'));
      await expect(signInAttempts.record(email, ipv4ClientIp('198.51.100.2'))).rejects.toThrow(TooManyRequests);
      await signInAttempts.record(email, ip);
      await signInAttempts.recordSuccess(email, ip);
      await signInAttempts.record(email, ipv4ClientIp('198.51.100.2'));
    });

    it('tells familiar IPs from others', async () => {
      const email = newEmail();
      expect(await signInAttempts.record(email, ip)).toBe('stranger');
      await signInAttempts.recordSuccess(email, ip);
      expect([await signInAttempts.record(email, ip), await signInAttempts.record(email, ipv4ClientIp('198.51.100.1'))]).toEqual([
        'familiar',
        'stranger',
      ]);
    });

    it('locks strangers out after consecutive wrong passwords, until the owner signs in from a familiar IP', async () => {
      const email = newEmail();
      await signInAttempts.recordSuccess(email, ip);
      for (let count = 1; count < MAX_FAILURES; count++) expect(await signInAttempts.recordFailure(email)).toBe(false);
      await signInAttempts.record(email, ipv4ClientIp('198.51.100.1'));
      expect([await signInAttempts.recordFailure(email), await signInAttempts.recordFailure(email)]).toEqual([true, false]);
      await expect(signInAttempts.record(email, ipv4ClientIp('198.51.100.1'))).rejects.toThrow(SignInLocked);
      expect(await signInAttempts.record(email, ip)).toBe('familiar');
      await signInAttempts.recordSuccess(email, ip);
      expect(await signInAttempts.record(email, ipv4ClientIp('198.51.100.1'))).toBe('stranger');
    });
  });

  describe('the clean-up of expired auth data', () => {
    it('deletes expired sessions and old codes, and leaves the rest', async () => {
      await deleteExpiredAuthData(postgres, new LockScope(), clock.now());
      const { id } = await registerUser();
      await openSession(id);
      expect(await deleteExpiredAuthData(postgres, new LockScope(), clock.now())).toBe(0);
      expect(await deleteExpiredAuthData(postgres, new LockScope(), new Date(clock.now().getTime() + 10 * DAY_MS))).toBeGreaterThanOrEqual(
        2,
      );
      expect(await accounts.findById(id)).not.toBeNull();
    });

    it('deletes repeated sign-ups after a month without a session', async () => {
      const [email, code] = [newEmail(), newCode('confirm')];
      const first = await registerUser(email);
      const second = await registerUser(email, code);
      const third = await registerUser(email);
      await registrations.confirmByCode(code.hash, clock.now());
      const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
      await deleteExpiredAuthData(postgres, new LockScope(), inDays(29));
      expect(await accounts.findById(third.id)).not.toBeNull();
      await deleteExpiredAuthData(postgres, new LockScope(), inDays(31));
      expect(await accounts.findById(third.id)).toBeNull();
      expect([await accounts.findById(first.id), await accounts.findById(second.id)]).not.toContain(null);
    });
  });
});

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

describe('the migration to passkeys', () => {
  it('keeps the recovery codes of confirmed second factors, and gives them back', async () => {
    const database = await createTestDatabase();
    const source = await connectDataSource(database.url);
    try {
      const runner = source.createQueryRunner();
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
    } finally {
      await source.destroy();
      await database.close();
    }
  });
});
