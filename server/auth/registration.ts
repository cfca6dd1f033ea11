import { Injectable } from '@nestjs/common';
import { Accounts } from '#domain/auth/accounts';
import type { Caller } from '#domain/auth/caller';
import { codeLives, type CodePurpose, type StoredCode, wrongCode } from '#domain/auth/codes';
import type { Credentials } from '#domain/auth/contract';
import { emailFrom } from '#domain/auth/email';
import { passwordFaults } from '#domain/auth/password-rules';
import { CommonPasswords, Passwords } from '#domain/auth/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import type { Account } from '#domain/auth/account';
import { USER_ROLE } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { InvalidInput, NotSignedIn } from '#domain/errors';
import { otherLimits, RateLimits } from '#domain/limits';
import { Letterhead } from '#domain/mail/letterhead';
import { confirmationLetter, knownAddressLetter } from '#domain/mail/letters';
import { Secrets } from '#domain/secrets';

/** Signing up and proving the address. Nothing here tells whether an address has an account. */
@Injectable()
export class Registration {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly common: CommonPasswords,
    private readonly limits: RateLimits,
    private readonly letterhead: Letterhead,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: SecurityLog,
  ) {}

  /** Signs somebody up; answers the new account's id, null when the address was known. Only the letter says which. */
  async signUp({ email: typed, password }: Credentials, caller: Caller): Promise<string | null> {
    const email = emailFrom(typed);
    const brand = this.letterhead.about(email, null).brand;
    const faults = passwordFaults(password, { email, role_id: USER_ROLE, brand }, await this.common.list());
    if (faults.length > 0) throw new InvalidInput(faults);
    const password_hash = await this.passwords.hash(password);
    const tellOwner = await this.#mayTellOwner(email);
    const code = this.#newCode('confirm');
    const user_id = await this.accounts.signUp(
      {
        email,
        password_hash,
        code: code.stored,
        welcome: (id) => confirmationLetter(this.letterhead.about(email, id), code.plain),
        known: (id) => (tellOwner ? knownAddressLetter(this.letterhead.about(email, id)) : null),
      },
      this.clock.now(),
    );
    this.log.note({ event: 'registered', user_id, network: caller.network, ...(user_id === null ? { email, what: 'known' } : {}) });
    return user_id;
  }

  /**
   * Confirms the address that the code was sent to, in the browser that signed up or where its owner is signed in; elsewhere the code stays
   * good, so that nobody confirms an account whose password somebody else chose. Answers the account.
   */
  async confirm(plain: string, { session, user }: Caller): Promise<Account> {
    const now = this.clock.now();
    const hash = this.secrets.hash(plain);
    const account = await this.accounts.ownerOf(hash, 'confirm', now);
    if (!account) throw wrongCode();
    if (account.id !== user?.id && account.id !== session?.pending_user_id) {
      throw new NotSignedIn('Please sign in first, with the address this code was sent to. Then it will be confirmed.');
    }
    if (!(await this.accounts.confirm(hash, now))) throw wrongCode();
    this.log.note({ event: 'confirmed', user_id: account.id });
    return account;
  }

  /** Sends a new code to whoever signed up here or is signed in here and has not confirmed yet. */
  async resend({ session, user }: Caller): Promise<void> {
    const id = user?.id ?? session?.pending_user_id ?? null;
    if (id === null && !session?.registering) throw new NotSignedIn();
    const account = id === null ? null : await this.accounts.byId(id);
    if (!account || account.is_confirmed) return;
    const code = this.#newCode('confirm');
    const letter = confirmationLetter(this.letterhead.about(account.email, account.id), code.plain);
    await this.accounts.giveCode(account.id, code.stored, letter, this.clock.now());
  }

  #newCode(purpose: CodePurpose): { plain: string; stored: StoredCode } {
    const plain = this.secrets.code();
    const expires_at = new Date(this.clock.now().getTime() + codeLives[purpose]);
    return { plain, stored: { hash: this.secrets.hash(plain), purpose, expires_at } };
  }

  /** Counted for new addresses too, so that both cost the same. */
  async #mayTellOwner(email: string): Promise<boolean> {
    if (await this.limits.isFull(otherLimits.knownAddress, email)) return false;
    await this.limits.hit(otherLimits.knownAddress, email).catch(() => undefined);
    return true;
  }
}
