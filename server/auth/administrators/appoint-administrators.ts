import { Injectable } from '@nestjs/common';
import { Administrators, type Promotion } from '#domain/auth/account/administrators';
import { codeLifetimesMs } from '#domain/auth/account/codes';
import { parseEmail } from '#domain/auth/account/email-address';
import { passwordErrors } from '#domain/auth/account/password-rules';
import { CommonPasswords, Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { InvalidInput, NotFound } from '#domain/errors';
import { EmailBranding } from '#domain/mail/email-branding';
import { Secrets } from '#domain/secrets';

/** A new administrator. */
export interface AppointedAdministrator extends Promotion {
  readonly email: string;
  /** The link to choose a password, valid once and for 24 hours; null when the account has one. */
  readonly link: string | null;
}

/** Appoints and dismisses administrators, from the command line. */
@Injectable()
export class AppointAdministrators {
  constructor(
    private readonly administrators: Administrators,
    private readonly passwords: Passwords,
    private readonly commonPasswords: CommonPasswords,
    private readonly emailBranding: EmailBranding,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  /** Without a `password`, the administrator chooses one by link. Throws `InvalidInput` for an invalid address or a weak password. */
  async appoint(typedEmail: string, password: string | null): Promise<AppointedAdministrator> {
    const email = parseEmail(typedEmail);
    const { brand, origin } = this.emailBranding.contextFor(email, null);
    const faults =
      password === null ? [] : passwordErrors(password, { email, role_id: ADMIN_ROLE, brand }, await this.commonPasswords.loadMatcher());
    if (faults.length > 0) throw new InvalidInput(faults);
    const now = this.clock.now();
    const code = this.secrets.createCode();
    const promoted = await this.administrators.promote(
      email,
      password === null ? null : await this.passwords.hash(password, 'familiar'),
      { hash: this.secrets.hash(code), purpose: 'reset', expires_at: new Date(now.getTime() + codeLifetimesMs.invitation) },
      now,
    );
    this.securityLog.record({ event: 'role-changed', user_id: promoted.user_id, detail: 'admin' });
    return { ...promoted, email, link: promoted.needsCode ? `${origin}/auth/password/reset/${code}` : null };
  }

  async dismiss(typedEmail: string): Promise<void> {
    const email = parseEmail(typedEmail);
    const userId = await this.administrators.demote(email);
    if (userId === null) throw new NotFound(`${email} is not an administrator.`);
    this.securityLog.record({ event: 'role-changed', user_id: userId, detail: 'user' });
  }

  list(): Promise<readonly { readonly email: string; readonly created_at: Date }[]> {
    return this.administrators.list();
  }
}
