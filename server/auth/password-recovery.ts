import { Injectable } from '@nestjs/common';
import { Accounts, type NewPassword } from '#domain/auth/accounts';
import type { Account } from '#domain/auth/account';
import type { Caller } from '#domain/auth/caller';
import { codeLives, wrongCode } from '#domain/auth/codes';
import type { PasswordReset } from '#domain/auth/contract';
import { emailFrom } from '#domain/auth/email';
import { passwordFaults } from '#domain/auth/password-rules';
import { CommonPasswords, Passwords } from '#domain/auth/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { SignInTries } from '#domain/auth/sign-in-tries';
import { Clock } from '#domain/clock';
import { InvalidInput } from '#domain/errors';
import { otherLimits, RateLimits } from '#domain/limits';
import { Letterhead } from '#domain/mail/letterhead';
import { passwordChangedLetter, resetLetter } from '#domain/mail/letters';
import { Secrets } from '#domain/secrets';

/** Choosing a new password: by letter, or knowing the old one. */
@Injectable()
export class PasswordRecovery {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly common: CommonPasswords,
    private readonly tries: SignInTries,
    private readonly limits: RateLimits,
    private readonly letterhead: Letterhead,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: SecurityLog,
  ) {}

  /** Sends a code where the address has an account. Three times an hour for any address; then `TooMany`. */
  async recover(typed: string, network: string): Promise<void> {
    const email = emailFrom(typed);
    await this.limits.hit(otherLimits.recoverAddress, email);
    this.log.note({ event: 'password-asked', email, network });
    const account = await this.accounts.byEmail(email);
    if (!account) return;
    const now = this.clock.now();
    const code = this.secrets.code();
    await this.accounts.giveCode(
      account.id,
      { hash: this.secrets.hash(code), purpose: 'reset', expires_at: new Date(now.getTime() + codeLives.reset) },
      resetLetter(this.letterhead.about(email, account.id), code),
      now,
    );
  }

  /** Sets the password by code; a password that will not do leaves the code good. Answers the account, whose sessions all ended. */
  async reset({ reset_code, password }: PasswordReset, { session }: Caller): Promise<Account> {
    const hash = this.secrets.hash(reset_code);
    const account = await this.accounts.ownerOf(hash, 'reset', this.clock.now());
    if (!account) throw wrongCode();
    const chosen = await this.#chosen(account, password, session);
    if (!(await this.accounts.resetPassword(hash, chosen, this.clock.now()))) {
      throw wrongCode();
    }
    await this.tries.reopen(account.email);
    this.log.note({ event: 'password-reset', user_id: account.id });
    return account;
  }

  /** Sets the password of somebody whose old one was just looked at; all sessions end. */
  async change(account: Account, password: string, { session }: Caller): Promise<void> {
    await this.accounts.changePassword(account.id, await this.#chosen(account, password, session), this.clock.now());
    this.log.note({ event: 'password-changed', user_id: account.id });
  }

  async #chosen(account: Account, password: string, session: Caller['session']): Promise<NewPassword> {
    const about = this.letterhead.about(account.email, account.id);
    const faults = passwordFaults(password, { ...account, brand: about.brand }, await this.common.list());
    if (faults.length > 0) throw new InvalidInput(faults);
    // The first password of somebody who was invited changes nothing.
    const letter = account.password_hash === null ? null : passwordChangedLetter(about);
    return { password_hash: await this.passwords.hash(password), letter, session_hash: session?.token_hash ?? null };
  }
}
