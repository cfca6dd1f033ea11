import { Injectable } from '@nestjs/common';
import { invalidCode, newCode } from '#domain/auth/account/codes';
import type { Credentials } from '#domain/auth/sessions/contract';
import { parseEmail } from '#domain/auth/account/email-address';
import { passwordErrors } from '#domain/auth/account/password-rules';
import { Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { type RequestContext, USER_ROLE } from '#domain/auth/viewer';
import { registrationLimit } from '#domain/auth/account/endpoints';
import { Clock } from '#domain/clock';
import { InvalidInput, NotSignedIn, TooManyRequests } from '#domain/errors';
import { otherLimits, RateLimits, recordByClientIp } from '#domain/limits';
import { confirmationEmail, EmailBranding, knownAddressEmail } from '#domain/mail/emails';
import { maskEmail } from '#domain/mail/email';
import { Secrets } from '#domain/secrets';
import { type Account, Accounts } from '#server/auth/account/typeorm/accounts';
import { type Registered, type RegistrationEmails, Registrations } from '#server/auth/account/typeorm/registrations';
import { SignInAttempts } from '#server/auth/postgres/sign-in-attempts';

/** The registration of a code that a browser has posted. */
interface PostedCode {
  readonly account: Account;
  /** False when the browser must sign in first. */
  readonly isConfirmed: boolean;
}

/** Sign-up and email confirmation. Responses do not reveal whether an address has an account. */
@Injectable()
export class Registration {
  constructor(
    private readonly accounts: Accounts,
    private readonly registrations: Registrations,
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
  async register({ email: typedEmail, password }: Credentials, context: RequestContext): Promise<Registered> {
    const email = parseEmail(typedEmail);
    const brand = this.emailBranding.contextFor(email, null).brand;
    const faults = passwordErrors(password, { email, role_id: USER_ROLE, brand }, await this.passwords.loadCommon());
    if (faults.length > 0) throw new InvalidInput(faults);
    await recordByClientIp(this.rateLimits, registrationLimit, context.clientIp);
    const passwordHash = await this.passwords.hash(password);
    const mayEmail = await this.#countEmail(email);
    const now = this.clock.now();
    const { plain, stored } = newCode('confirm', this.secrets, now);
    const emails = mayEmail ? this.#emailsTo(email, plain) : null;
    const registered = await this.registrations.add({ email, password_hash: passwordHash, code: stored, emails }, now);
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
   * the code stays valid until the owner signs in with the registration's password: someone else may have chosen it.
   */
  async confirmEmail(code: string, { session, user, clientIp }: RequestContext): Promise<PostedCode> {
    const now = this.clock.now();
    const codeHash = this.secrets.hash(code);
    const account = await this.accounts.findByCode(codeHash, 'confirm', now);
    if (!account) throw invalidCode();
    const wasMadeHere = session?.registering === true && session.pending_user_id === account.id;
    if (account.id !== user?.id && !wasMadeHere) return { account, isConfirmed: false };
    if (!(await this.registrations.confirmByCode(codeHash, now))) throw invalidCode();
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
    await this.registrations.renew(account.id, stored, this.#emailsTo(account.email, plain), now);
  }

  #emailsTo(email: string, code: string): RegistrationEmails {
    return {
      confirmation: (id) => confirmationEmail(this.emailBranding.contextFor(email, id), this.secrets.seal(code)),
      knownAddress: (id) => knownAddressEmail(this.emailBranding.contextFor(email, id)),
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
}
