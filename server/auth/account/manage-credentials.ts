import { Injectable } from '@nestjs/common';
import { invalidCode, newCode } from '#domain/auth/account/codes';
import type { PasswordReset } from '#domain/auth/account/contract';
import type { Credentials } from '#domain/auth/sessions/contract';
import { parseEmail } from '#domain/auth/account/email-address';
import { passwordErrors } from '#domain/auth/account/password-rules';
import { Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { type RequestContext, USER_ROLE } from '#domain/auth/viewer';
import { registrationLimit } from '#domain/auth/account/endpoints';
import type { ClientIp } from '#domain/client-ip';
import { Clock } from '#domain/clock';
import { InvalidInput, NotSignedIn, TooManyRequests } from '#domain/errors';
import { otherLimits, RateLimits, recordByClientIp } from '#domain/limits';
import { confirmationEmail, EmailBranding, knownAddressEmail, passwordChangedEmail, passwordResetEmail } from '#domain/mail/emails';
import { maskEmail } from '#domain/mail/email';
import { Secrets } from '#domain/secrets';
import { type Account, Accounts } from '#server/auth/account/typeorm/accounts';
import { CredentialChanges, type NewPassword, type WriteEmail } from '#server/auth/account/typeorm/credential-changes';
import { SignInAttempts } from '#server/auth/postgres/sign-in-attempts';

/**
 * Sign-up, email confirmation, and new passwords: by emailed code, or with the current one. Responses do not reveal whether an address has
 * an account.
 */
@Injectable()
export class ManageCredentials {
  constructor(
    private readonly accounts: Accounts,
    private readonly changes: CredentialChanges,
    private readonly passwords: Passwords,
    private readonly signInAttempts: SignInAttempts,
    private readonly rateLimits: RateLimits,
    private readonly emailBranding: EmailBranding,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  /**
   * Adds a registration, whether or not the address has an account: its password signs in where it was made, and only the email tells
   * both cases apart.
   */
  async register({ email: typedEmail, password }: Credentials, context: RequestContext) {
    const email = parseEmail(typedEmail);
    const { brand } = this.emailBranding.contextFor(email, null);
    await this.#refuseFaulty(password, { email, role_id: USER_ROLE, brand });
    await recordByClientIp(this.rateLimits, registrationLimit, context.clientIp);
    const password_hash = await this.passwords.hash(password);
    const mayEmail = await this.#countEmail(email);
    const now = this.clock.now();
    const { plain, stored } = newCode('confirm', this.secrets, now);
    const writeEmail = mayEmail ? this.#emailTo(email, plain) : null;
    const registered = await this.changes.register({ email, password_hash }, stored, writeEmail, now);
    this.securityLog.record({
      event: 'registered',
      user_id: registered.id,
      clientIp: context.clientIp,
      ...(registered.isRepeat ? { detail: 'known' } : {}),
    });
    return registered;
  }

  /**
   * Finds the registration of a code, and confirms it in the browser that signed up or where its owner is signed in. In another browser
   * the code stays valid (`isConfirmed` is false) until the owner signs in with the registration's password: someone else may have chosen it.
   */
  async confirmEmail(code: string, { session, user, clientIp }: RequestContext) {
    const now = this.clock.now();
    const codeHash = this.secrets.hash(code);
    const account = await this.accounts.findByCode(codeHash, 'confirm', now);
    if (!account) throw invalidCode();
    const wasMadeHere = session?.registering === true && session.pending_user_id === account.id;
    if (account.id !== user?.id && !wasMadeHere) return { account, isConfirmed: false };
    if (!(await this.changes.confirmByCode(codeHash, now))) throw invalidCode();
    await this.signInAttempts.recordSuccess(account.email, clientIp);
    this.securityLog.record({ event: 'confirmed', user_id: account.id });
    return { account, isConfirmed: true };
  }

  /** The masked address of the registration that this browser made and has not confirmed; null without one. */
  async pendingEmail({ session, user }: RequestContext): Promise<string | null> {
    if (user || !session?.registering || session.pending_user_id === null) return null;
    const account = await this.accounts.findById(session.pending_user_id);
    return account && !account.is_confirmed ? maskEmail(account.email) : null;
  }

  /** Sends a new code to the unconfirmed user who signed up or is signed in with this session. Throws `TooManyRequests` alike for all addresses. */
  async resendConfirmation({ session, user }: RequestContext): Promise<void> {
    const userId = user?.id ?? session?.pending_user_id ?? null;
    if (userId === null) throw new NotSignedIn();
    const account = await this.accounts.findById(userId);
    if (!account || account.is_confirmed) return;
    await this.rateLimits.record(otherLimits.resendAddress, account.email);
    const now = this.clock.now();
    const { plain, stored } = newCode('confirm', this.secrets, now);
    await this.changes.renew(account.id, stored, this.#emailTo(account.email, plain), now);
  }

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
    await this.changes.replaceCode(account.id, stored, resetEmail, now);
  }

  /** Sets the password by code and returns the account, whose sessions have all ended. The code stays valid if the password is rejected. */
  async resetWithCode({ reset_code, password }: PasswordReset, context: RequestContext): Promise<Account> {
    const codeHash = this.secrets.hash(reset_code);
    const account = await this.accounts.findByCode(codeHash, 'reset', this.clock.now());
    if (!account) throw invalidCode();
    const newPassword = await this.#newPassword(account, password, context.session);
    if (!(await this.changes.resetPassword(codeHash, newPassword, this.clock.now()))) throw invalidCode();
    await this.signInAttempts.recordSuccess(account.email, context.clientIp);
    this.securityLog.record({ event: 'password-reset', user_id: account.id });
    return account;
  }

  /** Sets the password, after the current one was verified, and ends all sessions. */
  async changePassword(account: Account, password: string, { session }: RequestContext): Promise<void> {
    await this.changes.changePassword(account.id, await this.#newPassword(account, password, session), this.clock.now());
    this.securityLog.record({ event: 'password-changed', user_id: account.id });
  }

  #emailTo(email: string, code: string): WriteEmail {
    return (id, isKnown) => {
      const context = this.emailBranding.contextFor(email, id);
      return isKnown ? knownAddressEmail(context) : confirmationEmail(context, this.secrets.seal(code));
    };
  }

  /** Counts an email to an address and returns whether it may be sent. A refused one is not reported, as sign-ups are no attempts of its owner. */
  async #countEmail(email: string): Promise<boolean> {
    try {
      await this.rateLimits.record(otherLimits.registerAddress, email);
      return true;
    } catch (error) {
      if (error instanceof TooManyRequests) return false;
      throw error;
    }
  }

  async #newPassword(account: Account, password: string, session: RequestContext['session']): Promise<NewPassword> {
    const emailContext = this.emailBranding.contextFor(account.email, account.id);
    await this.#refuseFaulty(password, { ...account, brand: emailContext.brand });
    return {
      password_hash: await this.passwords.hash(password, 'familiar'),
      // The first password of an invited user is not a change, and an unconfirmed address may be a stranger's.
      notificationEmail: account.password_hash === null || !account.is_confirmed ? null : passwordChangedEmail(emailContext),
      session_hash: session?.token_hash ?? null,
    };
  }

  async #refuseFaulty(password: string, owner: Parameters<typeof passwordErrors>[1]): Promise<void> {
    const faults = passwordErrors(password, owner, await this.passwords.loadCommon());
    if (faults.length > 0) throw new InvalidInput(faults);
  }
}
