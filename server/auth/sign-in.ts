import { Injectable } from '@nestjs/common';
import type { Account } from '#domain/auth/account/account';
import { Accounts } from '#domain/auth/account/accounts';
import { parseEmail } from '#domain/auth/account/email-address';
import { Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { SignInAttempts } from '#domain/auth/sessions/sign-in-attempts';
import type { RequestContext } from '#domain/auth/request-context';
import { Clock } from '#domain/clock';
import { InvalidCredentials, NotPossible } from '#domain/errors';

type SignInContext = Pick<RequestContext, 'clientIp' | 'session'>;

/** Verifies passwords. Takes the same steps whether or not the account exists. */
@Injectable()
export class SignIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly signInAttempts: SignInAttempts,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  /**
   * Returns the account with this email and password, or the registration that is pending in this browser. Throws `InvalidCredentials`,
   * or `TooManyRequests` before verifying the password.
   */
  async withPassword(typedEmail: string, password: string, { clientIp, session }: SignInContext): Promise<Account> {
    const email = parseEmail(typedEmail);
    await this.signInAttempts.record(email, clientIp);
    const account = await this.accounts.findConfirmed(email);
    const registration = await this.#pendingRegistration(email, session);
    const isLocked = await this.signInAttempts.isLocked(email);
    const ownsAccount = await this.passwords.matches(account?.password_hash ?? null, password);
    const ownsRegistration = registration !== null && (await this.passwords.matches(registration.password_hash, password));
    if (account && ownsAccount && !isLocked) {
      await this.signInAttempts.recordSuccess(email, clientIp);
      this.securityLog.record({ event: 'signed-in', user_id: account.id, clientIp });
      return account;
    }
    // Anyone may have made the registration, so it neither resets the attempts on the account nor makes the client IP familiar.
    if (
      registration &&
      ownsRegistration &&
      (session?.registering || (await this.accounts.confirmRegistration(registration.id, this.clock.now())))
    ) {
      this.securityLog.record({ event: 'signed-in', user_id: registration.id, clientIp, detail: 'registration' });
      return registration;
    }
    await this.signInAttempts.recordFailure(email);
    this.securityLog.record({ event: 'sign-in-failed', email, clientIp });
    throw new InvalidCredentials();
  }

  /** Returns the unconfirmed registration of this address that this browser made, or whose code it has posted. */
  async #pendingRegistration(email: string, session: SignInContext['session']): Promise<Account | null> {
    const pending = session?.pending_user_id ? await this.accounts.findById(session.pending_user_id) : null;
    return pending?.email === email && !pending.is_confirmed ? pending : null;
  }

  /** Verifies the current password of a signed-in user. */
  async verifyPassword(userId: string, password: string): Promise<Account> {
    const account = await this.accounts.findById(userId);
    if (!account || !(await this.passwords.matches(account.password_hash, password))) {
      throw new NotPossible('That is not your current password.');
    }
    return account;
  }
}
