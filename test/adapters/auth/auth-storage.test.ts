import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { DAY_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import { readConfig } from '#server/config/config';
import { TypeormAccounts } from '#server/auth/account/typeorm/accounts';
import { deleteExpiredAuthData } from '#server/auth/postgres/expired-auth-data';
import { PostgresSignInAttempts } from '#server/auth/postgres/sign-in-attempts';
import { PostgresViewers } from '#server/auth/postgres/viewers';
import { Sessions } from '#server/auth/typeorm/sessions';
import { connectDataSource, driverPool } from '#server/database/data-source';
import { Postgres } from '#server/database/postgres';
import { MemoryRateLimits } from '#server/http/limits/memory-rate-limits';
import { parseRateLimitSettings } from '#server/config/rate-limit-settings';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { FakeSecrets } from '../../support/fakes/auth';
import { FixedClock } from '../../support/fixed-clock';
import { describeAccounts, newCode, newEmail, registerUser } from '../../support/suites/auth/accounts';
import { describeSignInAttempts } from '../../support/suites/auth/sign-in-attempts';

describe('the storage of auth', () => {
  const clock = new FixedClock(new Date('2026-01-01T00:00:00Z'));
  const secrets = new FakeSecrets();
  let database: TestDatabase;
  let dataSource: DataSource;
  let postgres: Postgres;
  let accounts: TypeormAccounts;
  let sessions: Sessions;
  let viewers: PostgresViewers;
  let setup: { readonly clock: FixedClock; readonly accounts: TypeormAccounts };
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await connectDataSource(database.url);
    postgres = new Postgres(database.url, driverPool(dataSource));
    accounts = new TypeormAccounts(dataSource);
    sessions = new Sessions(dataSource);
    viewers = new PostgresViewers(postgres, secrets, clock, readConfig({ NODE_ENV: 'test' }));
    setup = { clock, accounts };
  });
  afterAll(async () => {
    await postgres.close();
    await dataSource.destroy();
    await database.close();
  });

  const queuedEmails = async (to: string) => {
    const { rows } = await database.pool.query<{ kind: string }>('select kind from letters where recipient = $1 order by id', [to]);
    return rows.map(({ kind }) => kind);
  };

  /** Opens a session and returns its token hash. */
  async function openSession(userId: string | null, replaces: string | null = null): Promise<string> {
    const token_hash = `hash of ${randomUUID()}`;
    const session = { token_hash, user_id: userId, pending_user_id: null, password_given: false, registering: false, user_agent: 'test' };
    await sessions.open({ ...session, replaces, expires_at: new Date(clock.now().getTime() + DAY_MS) }, clock.now());
    return token_hash;
  }

  describeAccounts(() => ({ ...setup, queuedEmails }));
  describeSignInAttempts(
    () => new PostgresSignInAttempts(postgres, new MemoryRateLimits(clock), secrets, clock, parseRateLimitSettings('')),
  );

  it('signs out a browser in which the password is changed, too', async () => {
    const { id } = await registerUser(setup);
    const [current] = [await openSession(id), await openSession(id)];
    await accounts.changePassword(id, { password_hash: 'new hash', notificationEmail: null, session_hash: current }, clock.now());
    expect(await accounts.findById(id)).toMatchObject({ password_hash: 'new hash' });
    expect(await sessions.listFor(id, '', clock.now())).toEqual([]);
  });

  describe('sessions', () => {
    it("lists a user's active sessions and marks the current one", async () => {
      const { id } = await registerUser(setup);
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
      const [{ id }, other] = [await registerUser(setup), await registerUser(setup)];
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
      const { id } = await registerUser(setup);
      const tokenHash = await openSession(id);
      const checkedAt = async (hash: string) => (await viewers.findBySessionToken(hash.replace('hash of ', ''))).session?.checked_at;
      expect(await checkedAt(tokenHash)).toBeNull();
      await sessions.saveOwnerCheck(tokenHash, clock.now());
      expect(await checkedAt(tokenHash)).toEqual(clock.now());
      expect(await checkedAt(await openSession(id, tokenHash))).toBeNull();
    });

    it('remembers the registration whose code the browser has posted, without taking it for its own', async () => {
      const { id } = await registerUser(setup);
      const tokenHash = await openSession(null);
      await sessions.savePostedCode(tokenHash, id);
      expect(await viewers.findBySessionToken(tokenHash.replace('hash of ', ''))).toMatchObject({
        user: null,
        session: { pending_user_id: id, registering: false },
      });
    });

    it('finds the user of a session, with referral data of the session it replaced', async () => {
      const { id, email } = await registerUser(setup);
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

  describe('the clean-up of expired auth data', () => {
    it('deletes expired sessions and old codes, and leaves the rest', async () => {
      await deleteExpiredAuthData(postgres, new LockScope(), clock.now());
      const { id } = await registerUser(setup);
      await openSession(id);
      expect(await deleteExpiredAuthData(postgres, new LockScope(), clock.now())).toBe(0);
      expect(await deleteExpiredAuthData(postgres, new LockScope(), new Date(clock.now().getTime() + 10 * DAY_MS))).toBeGreaterThanOrEqual(
        2,
      );
      expect(await accounts.findById(id)).not.toBeNull();
    });

    it('deletes repeated sign-ups after a month without a session', async () => {
      const [email, code] = [newEmail(), newCode(setup, 'confirm')];
      const first = await registerUser(setup, email);
      const second = await registerUser(setup, email, code);
      const third = await registerUser(setup, email);
      await accounts.confirm(code.hash, clock.now());
      const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
      await deleteExpiredAuthData(postgres, new LockScope(), inDays(29));
      expect(await accounts.findById(third.id)).not.toBeNull();
      await deleteExpiredAuthData(postgres, new LockScope(), inDays(31));
      expect(await accounts.findById(third.id)).toBeNull();
      expect([await accounts.findById(first.id), await accounts.findById(second.id)]).not.toContain(null);
    });
  });
});
