import { Injectable } from '@nestjs/common';
import { type Account, Accounts } from '#server/auth/account/typeorm/accounts';
import type { OwnerCheckStatus } from '#domain/auth/account/contract';
import { isOwnerChecked } from '#domain/auth/sessions/session-lifetime';
import type { SessionState, SignedInUser } from '#domain/auth/viewer';
import { Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { NotPossible, NotSignedIn, OwnerCheckNeeded } from '#domain/errors';
import { Passkeys } from '#server/auth/passkeys/typeorm/passkeys';
import { SignInLinks } from '#server/auth/single-sign-on/typeorm/sign-in-links';
import { Sessions } from '#server/auth/typeorm/sessions';

/** Whether the person at a signed-in browser is the account's owner: asked before what a stranger at it must not do. */
@Injectable()
export class OwnerCheck {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly passkeys: Passkeys,
    private readonly links: SignInLinks,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  async view(user: SignedInUser, session: SessionState | null): Promise<OwnerCheckStatus> {
    const [account, links, passkeys] = await Promise.all([
      this.accounts.findById(user.id),
      this.links.listFor(user.id),
      this.passkeys.listFor(user.id),
    ]);
    return {
      is_checked: isOwnerChecked(session, this.clock.now()),
      has_password: (account?.password_hash ?? null) !== null,
      has_sign_in_link: links.length > 0,
      has_passkey: passkeys.length > 0,
    };
  }

  /** Verifies the current password of a signed-in user. */
  async verifyPassword(userId: string, password: string): Promise<Account> {
    const account = await this.accounts.findById(userId);
    if (account?.password_hash === null) {
      throw new NotPossible('Your account has no password. Set one first, by “Forgot your password?” on the sign-in page.');
    }
    if (!account || !(await this.passwords.matches(account.password_hash, password, 'familiar'))) {
      throw new NotPossible('That is not your current password.');
    }
    return account;
  }

  /** Returns the account, if its password is given, or there was a check in the last minutes. Throws `OwnerCheckNeeded`. */
  async verify(user: SignedInUser, session: SessionState | null, password: string | undefined): Promise<Account> {
    if (password !== undefined) return this.verifyPassword(user.id, password);
    this.require(session);
    const account = await this.accounts.findById(user.id);
    if (!account) throw new NotSignedIn();
    return account;
  }

  /** Throws `OwnerCheckNeeded` unless there was a check in the last minutes. */
  require(session: SessionState | null): void {
    if (!isOwnerChecked(session, this.clock.now())) throw new OwnerCheckNeeded();
  }

  /** Remembers that the owner was checked, in the way that `detail` names. */
  async record(user: SignedInUser, session: SessionState | null, detail: string): Promise<void> {
    if (session) await this.sessions.save(session.token_hash, { checked_at: this.clock.now() });
    this.securityLog.record({ event: 'owner-checked', user_id: user.id, detail });
  }
}
