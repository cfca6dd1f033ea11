import { Controller } from '@nestjs/common';
import type { RecoveryCodes } from '#domain/auth/account/contract';
import {
  beginSecondFactor,
  checkOwner,
  confirmSecondFactor,
  deleteAccount,
  exportAccount,
  removeSecondFactor,
  renewRecoveryCodes,
  saveFormats,
  viewOwnerCheck,
  viewSecondFactor,
} from '#domain/auth/account/endpoints';
import { endOtherSessions, endSession, listSessions } from '#domain/auth/sessions/endpoints';
import { SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { Conflict, NotFound } from '#domain/errors';
import { Accounts } from '#server/auth/account/typeorm/accounts';
import { OwnData } from '#server/auth/account/postgres/own-data';
import { OwnerCheck } from '#server/auth/owner-check';
import { SecondFactor } from '#server/auth/second-factor';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { Sessions } from '#server/auth/typeorm/sessions';
import { BrowserSession } from '#server/http/guards/cookies';
import { Handles, type Received } from '#server/http/handles';

/**
 * The current user's account: formats, sessions, owner checks, the second factor, data export, and deletion. Each change of the second factor
 * but its confirmation takes an owner check.
 */
@Controller()
export class AccountController {
  constructor(
    private readonly sessions: Sessions,
    private readonly accounts: Accounts,
    private readonly ownData: OwnData,
    private readonly ownerCheck: OwnerCheck,
    private readonly secondFactor: SecondFactor,
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly browserSession: BrowserSession,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  @Handles(saveFormats)
  saveFormats({ user, body: formats }: Received<typeof saveFormats>) {
    return this.accounts.saveFormats(user.id, formats);
  }

  @Handles(listSessions)
  listSessions({ user, session }: Received<typeof listSessions>) {
    return this.sessions.listFor(user.id, session?.token_hash ?? '', this.clock.now());
  }

  @Handles(endOtherSessions)
  async endOtherSessions({ user, session }: Received<typeof endOtherSessions>) {
    this.ownerCheck.require(session);
    await this.sessions.endOthers(user.id, session?.token_hash ?? '');
    this.securityLog.record({ event: 'sessions-ended', user_id: user.id, detail: 'others' });
  }

  @Handles(endSession)
  async endSession({ user, session, params: { id } }: Received<typeof endSession>) {
    this.ownerCheck.require(session);
    if (!(await this.sessions.end(user.id, id))) throw new NotFound('That session has already ended.');
    this.securityLog.record({ event: 'sessions-ended', user_id: user.id, detail: 'one' });
  }

  @Handles(viewOwnerCheck)
  viewOwnerCheck({ user, session }: Received<typeof viewOwnerCheck>) {
    return this.ownerCheck.view(user, session);
  }

  @Handles(checkOwner)
  async checkOwner({ user, session, body: { password } }: Received<typeof checkOwner>) {
    await this.ownerCheck.verifyPassword(user.id, password);
    await this.ownerCheck.record(user, session, 'password');
  }

  @Handles(viewSecondFactor)
  viewSecondFactor({ user }: Received<typeof viewSecondFactor>) {
    return this.secondFactor.view(user);
  }

  @Handles(beginSecondFactor)
  async beginSecondFactor({ user, session, body: { password } }: Received<typeof beginSecondFactor>) {
    return this.secondFactor.begin(await this.ownerCheck.verify(user, session, password));
  }

  @Handles(confirmSecondFactor)
  async confirmSecondFactor({ user, session, body: { code } }: Received<typeof confirmSecondFactor>): Promise<RecoveryCodes> {
    return { recovery_codes: await this.secondFactor.confirm(user, code, session?.token_hash ?? '') };
  }

  @Handles(renewRecoveryCodes)
  async renewRecoveryCodes({ user, session, body: { password } }: Received<typeof renewRecoveryCodes>): Promise<RecoveryCodes> {
    return { recovery_codes: await this.secondFactor.renewRecoveryCodes(await this.ownerCheck.verify(user, session, password)) };
  }

  @Handles(removeSecondFactor)
  async removeSecondFactor({ user, session, body: { password } }: Received<typeof removeSecondFactor>) {
    await this.secondFactor.remove(await this.ownerCheck.verify(user, session, password));
  }

  @Handles(exportAccount)
  async exportData({ user, session, body: { password } }: Received<typeof exportAccount>): Promise<Readonly<Record<string, unknown>>> {
    await this.ownerCheck.verify(user, session, password);
    this.securityLog.record({ event: 'data-exported', user_id: user.id });
    return { exported_at: this.clock.now().toISOString(), ...(await this.ownData.exportAll(user.id)) };
  }

  @Handles(deleteAccount)
  async deleteAccount({ user, context, reply, body: { password } }: Received<typeof deleteAccount>) {
    await this.ownerCheck.verify(user, context.session, password);
    if (!(await this.ownData.deleteAccount(user.id, user.email)))
      throw new Conflict('Your subscription still renews. Cancel it before deleting your account.');
    this.securityLog.record({ event: 'account-deleted', user_id: user.id });
    this.browserSession.setCookies(reply, await this.sessionLifecycle.signOut(context));
  }
}
