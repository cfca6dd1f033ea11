import { Injectable } from '@nestjs/common';
import type { Account } from '#domain/auth/account';
import { Accounts } from '#domain/auth/accounts';
import { emailFrom } from '#domain/auth/email';
import { Passwords } from '#domain/auth/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { SignInTries } from '#domain/auth/sign-in-tries';
import { InvalidCredentials, NotPossible } from '#domain/errors';

/** Looks at passwords. Takes the same steps whether there is an account or not. */
@Injectable()
export class SignIn {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly tries: SignInTries,
    private readonly log: SecurityLog,
  ) {}

  /** Whose e-mail and password these are. Throws `InvalidCredentials`, and `TooMany` before the password is looked at. */
  async by(typed: string, password: string, network: string): Promise<Account> {
    const email = emailFrom(typed);
    await this.tries.note(email, network);
    const account = await this.accounts.byEmail(email);
    const isShut = await this.tries.isShut(email);
    const isRight = await this.passwords.matches(account?.password_hash ?? null, password);
    if (!account || !isRight || isShut) {
      await this.tries.failed(email);
      this.log.note({ event: 'sign-in-failed', email, network });
      throw new InvalidCredentials();
    }
    await this.tries.succeeded(email, network);
    this.log.note({ event: 'signed-in', user_id: account.id, network });
    return account;
  }

  /** Asks somebody who is signed in for the password once more. */
  async again(user_id: string, password: string): Promise<Account> {
    const account = await this.accounts.byId(user_id);
    if (!account || !(await this.passwords.matches(account.password_hash, password))) {
      throw new NotPossible('That is not your current password.');
    }
    return account;
  }
}
