import type { RequestContext } from '#domain/auth/request-context';
import { anonymousContext } from '#domain/auth/user';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { ipv4ClientIp } from '#domain/client-ip';
import { EmailBranding } from '#domain/mail/email-branding';
import { PasswordRecovery } from '#server/auth/account/password-recovery';
import { Registration } from '#server/auth/account/registration';
import { SignIn } from '#server/auth/sign-in';
import { MemoryRateLimits } from '#server/http/limits/memory-rate-limits';
import { FixedClock } from '../fixed-clock';
import { FakePasswords, FakeSecrets, FakeSignInAttempts, RecordingSecurityLog } from './auth';
import { FakeAccounts, FakeAuthStore } from './auth-store';

/** A request without a session. */
export const anonymousRequest: RequestContext = { ...anonymousContext, clientIp: ipv4ClientIp('203.0.113.7'), userAgent: 'test' };

/** A request of the browser that made a registration or, if not `registering`, that has posted its code. */
export const requestOf = (registrationId: string, registering = true): RequestContext => ({
  ...anonymousRequest,
  session: {
    token_hash: 'hash of its token',
    user_id: null,
    pending_user_id: registrationId,
    password_given: false,
    registering,
    sscid: null,
    checked_at: null,
  },
});

/** The use cases of signing up and in, over fakes. */
export function createAuthUseCases() {
  const clock = new FixedClock(new Date('2026-01-01T00:00:00Z'));
  const store = new FakeAuthStore();
  const secrets = new FakeSecrets();
  const log = new RecordingSecurityLog();
  const accounts = new FakeAccounts(store);
  const passwords = new FakePasswords();
  const signInAttempts = new FakeSignInAttempts(clock);
  const rateLimits = new MemoryRateLimits(clock);
  const branding = new EmailBranding('Corklight', 'help@pins.test', { origin: 'https://pins.test' });
  return {
    clock,
    store,
    log,
    signIn: new SignIn(accounts, passwords, signInAttempts, branding, clock, log),
    registration: new Registration(accounts, passwords, signInAttempts, rateLimits, branding, secrets, clock, log),
    passwordRecovery: new PasswordRecovery(accounts, passwords, signInAttempts, rateLimits, branding, secrets, clock, log),
    insertUser: (email: string, password: string, isAdmin = false) =>
      store.insertUser(
        { email, password_hash: `hash of ${password}`, is_confirmed: true, ...(isAdmin ? { role_id: ADMIN_ROLE } : {}) },
        clock.now(),
      ),
  };
}
