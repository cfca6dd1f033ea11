import { Injectable } from '@nestjs/common';
import { Accounts } from '#domain/auth/account/accounts';
import type { OwnerCheckStatus } from '#domain/auth/owner-check/contract';
import { isOwnerChecked, requireOwnerCheck } from '#domain/auth/owner-check/owner-check';
import { Passkeys } from '#domain/auth/passkeys/passkeys';
import { SecurityLog } from '#domain/auth/security-log';
import { Sessions } from '#domain/auth/sessions/sessions';
import type { SessionState, SignedInUser } from '#domain/auth/user';
import { Clock } from '#domain/clock';
import { SignIn } from '#server/auth/sign-in';

/** Whether the person at a signed-in browser is the account's owner: asked before what a stranger at it must not do. */
@Injectable()
export class OwnerCheck {
  constructor(
    private readonly signIn: SignIn,
    private readonly accounts: Accounts,
    private readonly passkeys: Passkeys,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  async view(user: SignedInUser, session: SessionState | null): Promise<OwnerCheckStatus> {
    const [account, passkeys] = await Promise.all([this.accounts.findById(user.id), this.passkeys.listFor(user.id)]);
    return {
      is_checked: isOwnerChecked(session, this.clock.now()),
      has_password: (account?.password_hash ?? null) !== null,
      has_passkey: passkeys.length > 0,
    };
  }

  async withPassword(user: SignedInUser, session: SessionState | null, password: string): Promise<void> {
    await this.signIn.verifyPassword(user.id, password);
    await this.record(user, session, 'password');
  }

  /** Throws `OwnerCheckNeeded` unless there was a check in the last minutes. */
  require(session: SessionState | null): void {
    requireOwnerCheck(session, this.clock.now());
  }

  /** Remembers that the owner was checked, in the way that `detail` names. */
  async record(user: SignedInUser, session: SessionState | null, detail: string): Promise<void> {
    if (session) await this.sessions.saveOwnerCheck(session.token_hash, this.clock.now());
    this.securityLog.record({ event: 'owner-checked', user_id: user.id, detail });
  }
}
