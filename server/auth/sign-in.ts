import { Injectable } from '@nestjs/common';
import { parseEmail } from '#domain/auth/account/email-address';
import { Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import type { RequestContext } from '#domain/auth/viewer';
import type { ClientIp } from '#domain/client-ip';
import { Clock } from '#domain/clock';
import { EmailBranding, signInLockedEmail } from '#domain/mail/emails';
import { InvalidCredentials, Unavailable } from '#domain/errors';
import { type Account, Accounts } from '#server/auth/account/typeorm/accounts';
import { SignInAttempts } from '#server/auth/postgres/sign-in-attempts';

/** Verifies passwords. Takes the same steps whether or not the account exists. */
@Injectable()
export class SignIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly signInAttempts: SignInAttempts,
    private readonly emailBranding: EmailBranding,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  /**
   * Returns the account with this email and password, or the registration that is pending in this browser. Throws `InvalidCredentials`;
   * before verifying the password, `TooManyRequests` or `SignInLocked`.
   */
  async withPassword(typedEmail: string, password: string, { clientIp, session }: RequestContext): Promise<Account> {
    const email = parseEmail(typedEmail);
    const requester = await this.signInAttempts.record(email, clientIp);
    const account = await this.accounts.findConfirmed(email);
    const registration = await this.#pendingRegistration(email, session);
    const ownsAccount = await this.passwords.matches(account?.password_hash ?? null, password, requester);
    const ownsRegistration = registration !== null && (await this.passwords.matches(registration.password_hash, password, requester));
    if (account && ownsAccount) {
      await this.#recordSuccess(account, clientIp);
      await this.#renewHash(account, password);
      return account;
    }
    if (registration && ownsRegistration && session?.registering) {
      // Anyone may have made the registration, so it neither resets the attempts on the address nor makes the client IP familiar.
      this.securityLog.record({ event: 'signed-in', user_id: registration.id, clientIp, detail: 'registration' });
      return registration;
    }
    if (registration && ownsRegistration && (await this.accounts.confirm(registration.id, this.clock.now()))) {
      await this.#recordSuccess(registration, clientIp);
      return registration;
    }
    await this.#recordFailure(email, account, clientIp);
    throw new InvalidCredentials();
  }

  /** Returns the unconfirmed registration of this address that this browser made, or whose code it has posted. */
  async #pendingRegistration(email: string, session: RequestContext['session']): Promise<Account | null> {
    const pending = session?.pending_user_id ? await this.accounts.findById(session.pending_user_id) : null;
    return pending?.email === email && !pending.is_confirmed ? pending : null;
  }

  async #recordSuccess({ id, email }: Account, clientIp: ClientIp): Promise<void> {
    await this.signInAttempts.recordSuccess(email, clientIp);
    this.securityLog.record({ event: 'signed-in', user_id: id, clientIp });
  }

  /** Also tells the owner when this failure locks strangers out. */
  async #recordFailure(email: string, account: Account | null, clientIp: ClientIp): Promise<void> {
    const isLockedNow = await this.signInAttempts.recordFailure(email);
    this.securityLog.record({ event: 'sign-in-failed', email, clientIp });
    if (isLockedNow && account)
      await this.accounts.queueEmail(signInLockedEmail(this.emailBranding.contextFor(email, account.id)), this.clock.now());
  }

  /** Hashes the password again if the cost was raised meanwhile. A full queue puts it off until the next sign-in. */
  async #renewHash({ id, password_hash }: Account, password: string): Promise<void> {
    if (password_hash === null || !this.passwords.isOutdated(password_hash)) return;
    try {
      await this.accounts.replaceHash(id, password_hash, await this.passwords.hash(password, 'familiar'));
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }
}
