import { ADMIN_ROLE } from '#domain/auth/viewer';
import type { RequestContext } from '#domain/auth/request-context';
import { anonymousContext } from '#domain/auth/user';
import { ipv4ClientIp } from '#domain/client-ip';
import { EmailBranding } from '#domain/mail/email-branding';
import { OwnAccount } from '#server/auth/account/own-account';
import { PasswordRecovery } from '#server/auth/account/password-recovery';
import { Registration } from '#server/auth/account/registration';
import { AppointAdministrators } from '#server/people/appoint-administrators';
import { ManagePeople } from '#server/people/manage-people';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { SignIn } from '#server/auth/sign-in';
import { MemoryRateLimits } from '#server/http/limits/memory-rate-limits';
import { FixedClock } from '../fixed-clock';
import { FakeCommonPasswords, FakePasswords, FakeSecrets, FakeSignInAttempts, RecordingSecurityLog } from './auth';
import { FakeOwnData } from './auth-data';
import { FakeAccounts, FakeAdministrators, FakeAuthStore, FakeSessions, FakeViewers } from './auth-store';
import { FakePeople } from './people';

/** A request without a session. */
export const anonymousRequest: RequestContext = { ...anonymousContext, clientIp: ipv4ClientIp('203.0.113.7'), userAgent: 'test' };

/** The use cases of the auth module over fakes. */
export function createAuthUseCases() {
  const clock = new FixedClock(new Date('2026-01-01T00:00:00Z'));
  const store = new FakeAuthStore();
  const secrets = new FakeSecrets();
  const log = new RecordingSecurityLog();
  const accounts = new FakeAccounts(store);
  const sessions = new FakeSessions(store);
  const viewers = new FakeViewers(store, secrets, clock);
  const passwords = new FakePasswords();
  const commonPasswords = new FakeCommonPasswords();
  const signInAttempts = new FakeSignInAttempts(clock);
  const rateLimits = new MemoryRateLimits(clock);
  const branding = new EmailBranding('Corklight', 'help@pins.test', { origin: 'https://pins.test' });
  const people = new FakePeople(store);
  return {
    clock,
    store,
    log,
    signIn: new SignIn(accounts, passwords, signInAttempts, branding, clock, log),
    registration: new Registration(accounts, passwords, commonPasswords, signInAttempts, rateLimits, branding, secrets, clock, log),
    passwordRecovery: new PasswordRecovery(accounts, passwords, commonPasswords, signInAttempts, rateLimits, branding, secrets, clock, log),
    sessionLifecycle: new SessionLifecycle(sessions, viewers, secrets, clock),
    ownAccount: new OwnAccount(sessions, new FakeOwnData(store), clock, log),
    people,
    managePeople: new ManagePeople(people, clock, log),
    administrators: new AppointAdministrators(new FakeAdministrators(store), passwords, commonPasswords, branding, secrets, clock, log),
    /** The context of a request with this session token. */
    requestWith: async (token: string): Promise<RequestContext> => ({
      ...anonymousRequest,
      ...(await viewers.findBySessionToken(token)),
    }),
    insertUser: (email: string, password: string, isAdmin = false) =>
      store.insertUser(
        { email, password_hash: `hash of ${password}`, is_confirmed: true, ...(isAdmin ? { role_id: ADMIN_ROLE } : {}) },
        clock.now(),
      ),
  };
}
