import type { DataSource } from 'typeorm';
import { DAY_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import { readConfig } from '#server/config/config';
import { PostgresOwnData } from '#server/auth/account/postgres/own-data';
import { PostgresAuditLog } from '#server/audit/postgres/audit-log';
import { TypeormAccounts } from '#server/auth/account/typeorm/accounts';
import { TypeormAdministrators } from '#server/people/typeorm/administrators';
import { PostgresPeople } from '#server/people/postgres/people';
import { deleteExpiredAuthData } from '#server/auth/postgres/expired-auth-data';
import { PostgresSignInAttempts } from '#server/auth/postgres/sign-in-attempts';
import { PostgresViewers } from '#server/auth/postgres/viewers';
import { TypeormSessions } from '#server/auth/typeorm/sessions';
import { connectDataSource, driverPool } from '#server/database/data-source';
import { Postgres } from '#server/database/postgres';
import { MemoryRateLimits } from '#server/http/limits/memory-rate-limits';
import { parseRateLimitSettings } from '#server/config/rate-limit-settings';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { FakeSecrets } from '../../support/fakes/auth';
import { FixedClock } from '../../support/fixed-clock';
import { describeAuthPorts } from '../../support/suites/auth/all-auth-ports';
import { type AuthPorts, newCode, newEmail, openSession, registerUser } from '../../support/suites/auth/auth-ports';

describe('the adapters of the auth ports', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let postgres: Postgres;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await connectDataSource(database.url);
    postgres = new Postgres(database.url, driverPool(dataSource));
  });
  afterAll(async () => {
    await postgres.close();
    await dataSource.destroy();
    await database.close();
  });

  function openAdapters(): AuthPorts {
    const clock = new FixedClock(new Date('2026-01-01T00:00:00Z'));
    const secrets = new FakeSecrets();
    const config = readConfig({ NODE_ENV: 'test' });
    const sessions = new TypeormSessions(dataSource);
    const limitSettings = parseRateLimitSettings('');
    return {
      clock,
      accounts: new TypeormAccounts(dataSource),
      sessions,
      viewers: new PostgresViewers(postgres, secrets, clock, config),
      administrators: new TypeormAdministrators(dataSource),
      people: new PostgresPeople(postgres, sessions, config),
      ownData: new PostgresOwnData(postgres, secrets),
      signInAttempts: new PostgresSignInAttempts(postgres, new MemoryRateLimits(clock), secrets, clock, limitSettings),
      queuedEmails: async (to) => {
        const { rows } = await database.pool.query<{ kind: string }>('select kind from letters where recipient = $1 order by id', [to]);
        return rows.map(({ kind }) => kind);
      },
      auditOf: async (by) => {
        const { rows } = await database.pool.query<{ email: string }>('select email from users where id::text = $1', [
          by.kind === 'user' ? by.id : '',
        ]);
        const actor = by.kind === 'user' ? (rows[0]?.email ?? '') : by.label;
        const { entries } = await new PostgresAuditLog(postgres).list({ actor, target: '', page: 1 });
        return entries.map(({ at, act, target, details }) => ({ at, act, person: target?.label ?? '', details }));
      },
      startSubscription: async (userId) => {
        await database.pool.query(
          `insert into subscriptions (provider, id, user_id, status, started_at, changed_at) values ('sandbox', $1::text, $1::uuid, 'active', $2, $2)`,
          [userId, clock.now()],
        );
      },
    };
  }

  describeAuthPorts(openAdapters);

  describe('the clean-up of expired auth data', () => {
    it('deletes expired sessions and old codes, and leaves the rest', async () => {
      const ports = openAdapters();
      const { clock } = ports;
      await deleteExpiredAuthData(postgres, new LockScope(), clock.now());
      const { id } = await registerUser(ports);
      await openSession(ports, id);
      expect(await deleteExpiredAuthData(postgres, new LockScope(), clock.now())).toBe(0);
      expect(await deleteExpiredAuthData(postgres, new LockScope(), new Date(clock.now().getTime() + 10 * DAY_MS))).toBeGreaterThanOrEqual(
        2,
      );
      expect(await ports.accounts.findById(id)).not.toBeNull();
    });

    it('deletes repeated sign-ups after a month without a session', async () => {
      const ports = openAdapters();
      const { accounts, clock } = ports;
      const [email, code] = [newEmail(), newCode(ports, 'confirm')];
      const first = await registerUser(ports, email);
      const second = await registerUser(ports, email, code);
      const third = await registerUser(ports, email);
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
