import { Injectable } from '@nestjs/common';
import type { Account } from '#domain/auth/account/account';
import { Accounts } from '#domain/auth/account/accounts';
import { parseEmail } from '#domain/auth/account/email-address';
import { Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { SignInAttempts } from '#domain/auth/sessions/sign-in-attempts';
import { InvalidCredentials, NotPossible } from '#domain/errors';

/** Verifies passwords. Takes the same steps whether or not the account exists. */
@Injectable()
export class SignIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly signInAttempts: SignInAttempts,
    private readonly securityLog: SecurityLog,
  ) {}

  /** Returns the account with this email and password. Throws `InvalidCredentials`, or `TooManyRequests` before verifying the password. */
  async withPassword(typedEmail: string, password: string, clientIp: string): Promise<Account> {
    const email = parseEmail(typedEmail);
    await this.signInAttempts.record(email, clientIp);
    const account = await this.accounts.findByEmail(email);
    const isLocked = await this.signInAttempts.isLocked(email);
    const isPasswordCorrect = await this.passwords.matches(account?.password_hash ?? null, password);
    if (!account || !isPasswordCorrect || isLocked) {
      await this.signInAttempts.recordFailure(email);
      this.securityLog.record({ event: 'sign-in-failed', email, clientIp });
      throw new InvalidCredentials();
    }
    await this.signInAttempts.recordSuccess(email, clientIp);
    this.securityLog.record({ event: 'signed-in', user_id: account.id, clientIp });
    return account;
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
