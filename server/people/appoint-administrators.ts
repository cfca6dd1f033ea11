import { Injectable } from '@nestjs/common';
import type { Actor } from '#domain/audit/acts';
import { newCode } from '#domain/auth/account/codes';
import { parseEmail } from '#domain/auth/account/email-address';
import { passwordErrors } from '#domain/auth/account/password-rules';
import { Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { InvalidInput, NotFound, NotPossible } from '#domain/errors';
import { EmailBranding, secondFactorRemovedEmail } from '#domain/mail/emails';
import { Secrets } from '#domain/secrets';
import { Administrators, type Promotion } from '#server/people/typeorm/administrators';

/** An administrator who was appointed, or who gets a new password. */
export interface AppointedAdministrator {
  readonly email: string;
  readonly how: Promotion['how'] | 'reset';
  /** The link to choose a password, valid once and for 24 hours; null when the account has one. */
  readonly link: string | null;
}

const resetLink = (origin: string, code: string): string => `${origin}/auth/password/reset/${code}`;

/** Appoints and dismisses administrators, from the command line. */
@Injectable()
export class AppointAdministrators {
  constructor(
    private readonly administrators: Administrators,
    private readonly passwords: Passwords,
    private readonly emailBranding: EmailBranding,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  /** Without a `password`, the administrator chooses one by link. Throws `InvalidInput` for an invalid address or a weak password. */
  async appoint(typedEmail: string, password: string | null, by: Actor): Promise<AppointedAdministrator> {
    const email = parseEmail(typedEmail);
    const { brand, origin } = this.emailBranding.contextFor(email, null);
    const faults =
      password === null ? [] : passwordErrors(password, { email, role_id: ADMIN_ROLE, brand }, await this.passwords.loadCommon());
    if (faults.length > 0) throw new InvalidInput(faults);
    const now = this.clock.now();
    const { plain, stored } = newCode('invitation', this.secrets, now);
    const passwordHash = password === null ? null : await this.passwords.hash(password, 'familiar');
    const { user_id, how, needsCode } = await this.administrators.promote(email, passwordHash, stored, by, now);
    if (how !== 'kept') this.securityLog.record({ event: 'role-changed', user_id, detail: 'admin' });
    return { email, how, link: needsCode ? resetLink(origin, plain) : null };
  }

  /** Replaces the password of an administrator by a link to choose one, and signs them out everywhere. */
  async resetPassword(typedEmail: string, by: Actor): Promise<AppointedAdministrator> {
    const email = parseEmail(typedEmail);
    const now = this.clock.now();
    const { plain, stored } = newCode('invitation', this.secrets, now);
    const userId = await this.administrators.resetPassword(email, stored, by, now);
    if (userId === null) throw new NotFound(`${email} is not an administrator.`);
    this.securityLog.record({ event: 'password-changed', user_id: userId, detail: 'command line' });
    return { email, how: 'reset', link: resetLink(this.emailBranding.contextFor(email, null).origin, plain) };
  }

  /** Removes the second factor of any account, and signs it out everywhere. */
  async resetSecondFactor(typedEmail: string, by: Actor): Promise<string> {
    const email = parseEmail(typedEmail);
    const emailTo = (userId: string) => secondFactorRemovedEmail(this.emailBranding.contextFor(email, userId));
    const userId = await this.administrators.resetSecondFactor(email, emailTo, by, this.clock.now());
    if (userId === null) throw new NotFound(`${email} has no account with a second factor.`);
    this.securityLog.record({ event: 'second-factor-removed', user_id: userId, detail: 'command line' });
    return email;
  }

  /** Throws `NotFound` for an address without an administrator, and `NotPossible` for the last one. */
  async dismiss(typedEmail: string, by: Actor): Promise<void> {
    const email = parseEmail(typedEmail);
    const demotion = await this.administrators.demote(email, by, this.clock.now());
    if (demotion.outcome === 'no administrator') throw new NotFound(`${email} is not an administrator.`);
    if (demotion.outcome === 'last one') {
      throw new NotPossible(`${email} is the last administrator. Create another one first.`);
    }
    this.securityLog.record({ event: 'role-changed', user_id: demotion.user_id, detail: 'user' });
  }

  list(): Promise<readonly { readonly email: string; readonly created_at: Date }[]> {
    return this.administrators.list();
  }
}
