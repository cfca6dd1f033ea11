import { Injectable, Logger } from '@nestjs/common';
import { type Account, Accounts } from '#server/auth/account/typeorm/accounts';
import type { NewSecondFactor, SecondFactorStatus } from '#domain/auth/account/contract';
import type { RequestContext, SignedInUser } from '#domain/auth/viewer';
import { acceptedSteps, createRecoveryCodes, isTimeCode, keyUri, normalizeCode } from '#domain/auth/second-factor';
import { SecurityLog } from '#domain/auth/security-log';
import { SignInAttempts } from '#server/auth/postgres/sign-in-attempts';
import { Clock } from '#domain/clock';
import { Conflict, NotFound, NotPossible, NotSignedIn, SignInLocked, Unavailable } from '#domain/errors';
import { EmailBranding, secondFactorAddedEmail, secondFactorRemovedEmail } from '#domain/mail/emails';
import { Secrets } from '#domain/secrets';
import { SecondFactors, type StoredSecondFactor } from '#server/auth/typeorm/second-factors';

const wrongCode = () => new NotPossible('That code is wrong or was used before. Enter the one that your app shows now.');
const notOn = () => new NotFound('There is no second factor to change.');

/** A code of an authenticator app, or a recovery code, that is asked for after the password. */
@Injectable()
export class SecondFactor {
  readonly #logger = new Logger('auth');

  constructor(
    private readonly factors: SecondFactors,
    private readonly accounts: Accounts,
    private readonly signInAttempts: SignInAttempts,
    private readonly emailBranding: EmailBranding,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  /** An administrator who must add a factor first is a regular user until then, so that their roles differ. */
  async view(user: SignedInUser): Promise<SecondFactorStatus> {
    const [factor, codesLeft, account] = await Promise.all([
      this.factors.find(user.id),
      this.factors.countRecoveryCodes(user.id),
      this.accounts.findById(user.id),
    ]);
    return {
      added_at: factor?.confirmed_at?.toISOString() ?? null,
      recovery_codes_left: codesLeft,
      is_missing: account !== null && account.role_id !== user.role_id,
    };
  }

  /** Creates the key for an authenticator app, after the password was verified. It counts once a code of it was given. */
  async begin(account: Account): Promise<NewSecondFactor> {
    if (!account.is_confirmed) throw new NotPossible('Confirm your email address first.');
    const key = this.secrets.createKey();
    const { brand } = this.emailBranding.contextFor(account.email, account.id);
    const isStored = await this.factors.begin(account.id, this.secrets.seal(`${account.id} ${key}`), this.clock.now());
    if (!isStored) throw new Conflict('You already have an authenticator app. Remove it first.');
    return { key, uri: keyUri(brand, account.email, key) };
  }

  /** Turns the app on with its first code, ends the user's other sessions, and returns new recovery codes if there were none. */
  async confirm(user: SignedInUser, typedCode: string, sessionHash: string): Promise<readonly string[]> {
    const factor = await this.factors.find(user.id);
    if (!factor || factor.confirmed_at !== null) throw new Conflict('There is no second factor to confirm. Start again.');
    const step = this.#matchingStep(user.id, factor, normalizeCode(typedCode));
    if (step === null) throw wrongCode();
    const { shown, hashes } = createRecoveryCodes(this.secrets);
    const email = secondFactorAddedEmail(this.emailBranding.contextFor(user.email, user.id));
    const app = { userId: user.id, sealedKey: factor.sealed_key, step, recoveryHashes: hashes, email, sessionHash };
    const turnedOn = await this.factors.turnOn(app, this.clock.now());
    if (!turnedOn) throw wrongCode();
    this.securityLog.record({ event: 'second-factor-added', user_id: user.id });
    return turnedOn.hasNewCodes ? shown : [];
  }

  async renewRecoveryCodes(account: Account): Promise<readonly string[]> {
    const { shown, hashes } = createRecoveryCodes(this.secrets);
    if (!(await this.factors.replaceRecoveryCodes(account.id, hashes))) throw notOn();
    this.securityLog.record({ event: 'recovery-codes-renewed', user_id: account.id });
    return shown;
  }

  async remove(account: Account): Promise<void> {
    const email = secondFactorRemovedEmail(this.emailBranding.contextFor(account.email, account.id));
    if (!(await this.factors.remove(account.id, email, this.clock.now()))) throw notOn();
    this.securityLog.record({ event: 'second-factor-removed', user_id: account.id });
  }

  /**
   * Returns the account whose password was given in this browser, if the code is right. Attempts are limited like those with passwords,
   * and counted apart from them; the owner gets in from a familiar client IP, or with a recovery code, also when strangers are locked out.
   */
  async verify(typedCode: string, { session, clientIp }: RequestContext): Promise<Account> {
    const userId = session?.password_given === true ? session.pending_user_id : null;
    const account = userId ? await this.accounts.findById(userId) : null;
    if (!account) throw new NotSignedIn('That took too long. Sign in with your password again.');
    if (!(await this.accounts.hasSecondFactor(account.id)))
      throw new NotSignedIn('The second factor was removed meanwhile. Sign in with your password again.');
    const code = normalizeCode(typedCode);
    const subject = `second factor of ${account.id}`;
    await this.signInAttempts.record(subject, clientIp).catch((error: unknown) => {
      if (!(error instanceof SignInLocked)) throw error;
      if (isTimeCode(code)) throw new NotPossible('There were too many wrong codes for this account. Use a recovery code.');
    });
    if (!(await this.#accept(account.id, code))) {
      await this.signInAttempts.recordFailure(subject);
      this.securityLog.record({ event: 'sign-in-failed', user_id: account.id, clientIp, detail: 'second factor' });
      throw wrongCode();
    }
    await this.signInAttempts.recordSuccess(subject, clientIp);
    this.securityLog.record({ event: 'signed-in', user_id: account.id, clientIp, detail: isTimeCode(code) ? 'code' : 'recovery code' });
    return account;
  }

  async #accept(userId: string, code: string): Promise<boolean> {
    if (!isTimeCode(code)) return this.factors.useRecoveryCode(userId, this.secrets.hash(code));
    const factor = await this.factors.find(userId);
    const step = factor && this.#matchingStep(userId, factor, code);
    return step !== null && this.factors.useStep(userId, step);
  }

  #matchingStep(userId: string, { sealed_key, last_step }: StoredSecondFactor, code: string): number | null {
    const [owner, key = ''] = this.#unseal(sealed_key).split(' ');
    // A key that was copied to another account is worthless there.
    if (owner !== userId) return null;
    return acceptedSteps(this.clock.now(), last_step).find((step) => this.secrets.timeCode(key, step) === code) ?? null;
  }

  /** A key of the site that is missing keeps no one out who has a recovery code. */
  #unseal(sealed: string): string {
    try {
      return this.secrets.unseal(sealed);
    } catch (error) {
      this.#logger.error(error);
      throw new Unavailable("Codes of apps can't be checked right now. Use a recovery code.");
    }
  }
}
