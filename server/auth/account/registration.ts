import { Injectable } from '@nestjs/common';
import { Accounts } from '#domain/auth/account/accounts';
import type { RequestContext } from '#domain/auth/request-context';
import { codeLifetimesMs, type CodePurpose, type StoredCode, invalidCode } from '#domain/auth/account/codes';
import type { Credentials } from '#domain/auth/contract';
import { parseEmail } from '#domain/auth/account/email-address';
import { passwordErrors } from '#domain/auth/account/password-rules';
import { CommonPasswords, Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import type { Account } from '#domain/auth/account/account';
import { USER_ROLE } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { InvalidInput, NotSignedIn } from '#domain/errors';
import { otherLimits, RateLimits } from '#domain/limits';
import { EmailBranding } from '#domain/mail/email-branding';
import { confirmationEmail, knownAddressEmail } from '#domain/mail/emails';
import { Secrets } from '#domain/secrets';

/** Sign-up and email confirmation. Responses do not reveal whether an address has an account. */
@Injectable()
export class Registration {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly commonPasswords: CommonPasswords,
    private readonly rateLimits: RateLimits,
    private readonly emailBranding: EmailBranding,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  /** Signs up and returns the id of the new account, or null when the address has one. Only the email tells them apart. */
  async register({ email: typedEmail, password }: Credentials, context: RequestContext): Promise<string | null> {
    const email = parseEmail(typedEmail);
    const brand = this.emailBranding.contextFor(email, null).brand;
    const faults = passwordErrors(password, { email, role_id: USER_ROLE, brand }, await this.commonPasswords.loadMatcher());
    if (faults.length > 0) throw new InvalidInput(faults);
    const passwordHash = await this.passwords.hash(password);
    const mayNotifyOwner = await this.#mayNotifyOwner(email);
    const code = this.#newCode('confirm');
    const userId = await this.accounts.register(
      {
        email,
        password_hash: passwordHash,
        code: code.stored,
        confirmationEmail: (id) => confirmationEmail(this.emailBranding.contextFor(email, id), code.plain),
        knownAddressEmail: (id) => (mayNotifyOwner ? knownAddressEmail(this.emailBranding.contextFor(email, id)) : null),
      },
      this.clock.now(),
    );
    this.securityLog.record({
      event: 'registered',
      user_id: userId,
      clientIp: context.clientIp,
      ...(userId === null ? { email, detail: 'known' } : {}),
    });
    return userId;
  }

  /**
   * Confirms the address that the code was sent to and returns its account. Works only in the browser that signed up, or where the owner
   * is signed in, so that an owner does not confirm an account whose password someone else chose; elsewhere the code stays valid.
   */
  async confirmEmail(code: string, { session, user }: RequestContext): Promise<Account> {
    const now = this.clock.now();
    const codeHash = this.secrets.hash(code);
    const account = await this.accounts.findByCode(codeHash, 'confirm', now);
    if (!account) throw invalidCode();
    if (account.id !== user?.id && account.id !== session?.pending_user_id) {
      throw new NotSignedIn("Sign in with the address this code was sent to, and we'll confirm it.");
    }
    if (!(await this.accounts.confirm(codeHash, now))) throw invalidCode();
    this.securityLog.record({ event: 'confirmed', user_id: account.id });
    return account;
  }

  /** Sends a new code to the unconfirmed user who signed up or is signed in with this session. */
  async resendConfirmation({ session, user }: RequestContext): Promise<void> {
    const userId = user?.id ?? session?.pending_user_id ?? null;
    if (userId === null && !session?.registering) throw new NotSignedIn();
    const account = userId === null ? null : await this.accounts.findById(userId);
    if (!account || account.is_confirmed) return;
    const code = this.#newCode('confirm');
    const email = confirmationEmail(this.emailBranding.contextFor(account.email, account.id), code.plain);
    await this.accounts.replaceCode(account.id, code.stored, email, this.clock.now());
  }

  #newCode(purpose: CodePurpose): { plain: string; stored: StoredCode } {
    const plain = this.secrets.createCode();
    const expiresAt = new Date(this.clock.now().getTime() + codeLifetimesMs[purpose]);
    return { plain, stored: { hash: this.secrets.hash(plain), purpose, expires_at: expiresAt } };
  }

  /** Also counts new addresses, so that both cases take the same time. */
  async #mayNotifyOwner(email: string): Promise<boolean> {
    if (await this.rateLimits.isReached(otherLimits.knownAddress, email)) return false;
    await this.rateLimits.record(otherLimits.knownAddress, email).catch(() => undefined);
    return true;
  }
}
