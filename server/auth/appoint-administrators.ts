import { Injectable } from '@nestjs/common';
import { Administrators, type Promoted } from '#domain/auth/administrators';
import { codeLives } from '#domain/auth/codes';
import { emailFrom } from '#domain/auth/email';
import { passwordFaults } from '#domain/auth/password-rules';
import { CommonPasswords, Passwords } from '#domain/auth/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { InvalidInput, NotFound } from '#domain/errors';
import { Letterhead } from '#domain/mail/letterhead';
import { Secrets } from '#domain/secrets';

/** Somebody just made an administrator. */
export interface Appointed extends Promoted {
  readonly email: string;
  /** Where the password is chosen, once and for 24 hours; null where there is one. */
  readonly link: string | null;
}

/** Who administers the site; for whoever holds its machine. */
@Injectable()
export class AppointAdministrators {
  constructor(
    private readonly administrators: Administrators,
    private readonly passwords: Passwords,
    private readonly common: CommonPasswords,
    private readonly letterhead: Letterhead,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: SecurityLog,
  ) {}

  /** `password` null: the link is how one is chosen. Throws `InvalidInput` for a wrong address or a weak password. */
  async appoint(typed: string, password: string | null): Promise<Appointed> {
    const email = emailFrom(typed);
    const { brand, origin } = this.letterhead.about(email, null);
    const faults = password === null ? [] : passwordFaults(password, { email, role_id: ADMIN_ROLE, brand }, await this.common.list());
    if (faults.length > 0) throw new InvalidInput(faults);
    const now = this.clock.now();
    const code = this.secrets.code();
    const promoted = await this.administrators.promote(
      email,
      password === null ? null : await this.passwords.hash(password),
      { hash: this.secrets.hash(code), purpose: 'reset', expires_at: new Date(now.getTime() + codeLives.invitation) },
      now,
    );
    this.log.note({ event: 'role-changed', user_id: promoted.user_id, what: 'admin' });
    return { ...promoted, email, link: promoted.needsCode ? `${origin}/auth/password/reset/${code}` : null };
  }

  async dismiss(typed: string): Promise<void> {
    const email = emailFrom(typed);
    const user_id = await this.administrators.demote(email);
    if (user_id === null) throw new NotFound(`${email} is not an administrator.`);
    this.log.note({ event: 'role-changed', user_id, what: 'user' });
  }

  list(): Promise<readonly { readonly email: string; readonly created_at: Date }[]> {
    return this.administrators.list();
  }
}
