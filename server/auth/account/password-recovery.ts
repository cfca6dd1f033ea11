import { Injectable } from '@nestjs/common';
import { invalidCode, newCode } from '#domain/auth/account/codes';
import type { PasswordReset } from '#domain/auth/account/contract';
import { parseEmail } from '#domain/auth/account/email-address';
import { passwordErrors } from '#domain/auth/account/password-rules';
import { Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import type { RequestContext } from '#domain/auth/viewer';
import type { ClientIp } from '#domain/client-ip';
import { Clock } from '#domain/clock';
import { InvalidInput } from '#domain/errors';
import { otherLimits, RateLimits } from '#domain/limits';
import { EmailBranding, passwordChangedEmail, passwordResetEmail } from '#domain/mail/emails';
import { Secrets } from '#domain/secrets';
import { type Account, Accounts } from '#server/auth/account/typeorm/accounts';
import { type NewPassword, PasswordChanges } from '#server/auth/account/typeorm/password-changes';
import { SignInAttempts } from '#server/auth/postgres/sign-in-attempts';

/** Changes passwords: by emailed code, or with the current password. */
@Injectable()
export class PasswordRecovery {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwordChanges: PasswordChanges,
    private readonly passwords: Passwords,
    private readonly signInAttempts: SignInAttempts,
    private readonly rateLimits: RateLimits,
    private readonly emailBranding: EmailBranding,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  /** Sends a code if the address has an account. Throws `TooManyRequests` after three requests an hour for any address. */
  async requestReset(typedEmail: string, clientIp: ClientIp): Promise<void> {
    const email = parseEmail(typedEmail);
    await this.rateLimits.record(otherLimits.recoverAddress, email);
    this.securityLog.record({ event: 'password-asked', email, clientIp });
    const account = await this.accounts.findForReset(email);
    if (!account) return;
    const now = this.clock.now();
    const { plain, stored } = newCode('reset', this.secrets, now);
    const resetEmail = passwordResetEmail(this.emailBranding.contextFor(email, account.id), this.secrets.seal(plain));
    await this.passwordChanges.replaceCode(account.id, stored, resetEmail, now);
  }

  /** Sets the password by code and returns the account, whose sessions have all ended. The code stays valid if the password is rejected. */
  async resetWithCode({ reset_code, password }: PasswordReset, context: RequestContext): Promise<Account> {
    const codeHash = this.secrets.hash(reset_code);
    const account = await this.accounts.findByCode(codeHash, 'reset', this.clock.now());
    if (!account) throw invalidCode();
    const newPassword = await this.#newPassword(account, password, context.session);
    if (!(await this.passwordChanges.resetPassword(codeHash, newPassword, this.clock.now()))) {
      throw invalidCode();
    }
    await this.signInAttempts.recordSuccess(account.email, context.clientIp);
    this.securityLog.record({ event: 'password-reset', user_id: account.id });
    return account;
  }

  /** Sets the password, after the current one was verified, and ends all sessions. */
  async changePassword(account: Account, password: string, { session }: RequestContext): Promise<void> {
    await this.passwordChanges.changePassword(account.id, await this.#newPassword(account, password, session), this.clock.now());
    this.securityLog.record({ event: 'password-changed', user_id: account.id });
  }

  async #newPassword(account: Account, password: string, session: RequestContext['session']): Promise<NewPassword> {
    const emailContext = this.emailBranding.contextFor(account.email, account.id);
    const faults = passwordErrors(password, { ...account, brand: emailContext.brand }, await this.passwords.loadCommon());
    if (faults.length > 0) throw new InvalidInput(faults);
    // The first password of an invited user is not a change, and an unconfirmed address may be a stranger's.
    const email = account.password_hash === null || !account.is_confirmed ? null : passwordChangedEmail(emailContext);
    return {
      password_hash: await this.passwords.hash(password, 'familiar'),
      notificationEmail: email,
      session_hash: session?.token_hash ?? null,
    };
  }
}
