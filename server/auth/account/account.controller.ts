import { Body, Controller, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { FormatsToSave, PasswordConfirmation, PasswordOnly } from '#domain/auth/account/contract';
import type { OpenSession } from '#domain/auth/sessions/contract';
import { deleteAccount, exportAccount, saveFormats } from '#domain/auth/account/endpoints';
import { endOtherSessions, endSession, listSessions } from '#domain/auth/sessions/endpoints';
import type { OwnerCheckStatus } from '#domain/auth/owner-check/contract';
import { checkOwner, viewOwnerCheck } from '#domain/auth/owner-check/endpoints';
import { SecurityLog } from '#domain/auth/security-log';
import type { RequestContext, SignedInUser } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { Conflict, NotFound } from '#domain/errors';
import { Accounts } from '#server/auth/account/typeorm/accounts';
import { OwnData } from '#server/auth/account/postgres/own-data';
import { OwnerCheck } from '#server/auth/owner-check';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { Sessions } from '#server/auth/typeorm/sessions';
import { BrowserSession } from '#server/http/guards/browser-session';
import { CurrentRequestContext, SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';

/** The current user's account: formats, sessions, owner checks, data export, and deletion. */
@Controller()
export class AccountController {
  constructor(
    private readonly sessions: Sessions,
    private readonly accounts: Accounts,
    private readonly ownData: OwnData,
    private readonly ownerCheck: OwnerCheck,
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly browserSession: BrowserSession,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  @Handles(saveFormats)
  saveFormats(@SignedIn() user: SignedInUser, @Body(new Parse(saveFormats.body)) formats: FormatsToSave): Promise<void> {
    return this.accounts.saveFormats(user.id, formats);
  }

  @Handles(listSessions)
  listSessions(@SignedIn() user: SignedInUser, @CurrentRequestContext() { session }: RequestContext): Promise<readonly OpenSession[]> {
    return this.sessions.listFor(user.id, session?.token_hash ?? '', this.clock.now());
  }

  @Handles(endOtherSessions)
  async endOtherSessions(@SignedIn() user: SignedInUser, @CurrentRequestContext() { session }: RequestContext): Promise<void> {
    this.ownerCheck.require(session);
    await this.sessions.endOthers(user.id, session?.token_hash ?? '');
    this.securityLog.record({ event: 'sessions-ended', user_id: user.id, detail: 'others' });
  }

  @Handles(endSession)
  async endSession(
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
    @Param('id', new Parse(endSession.params.id, 'id')) id: string,
  ): Promise<void> {
    this.ownerCheck.require(session);
    if (!(await this.sessions.end(user.id, id))) throw new NotFound('That session has already ended.');
    this.securityLog.record({ event: 'sessions-ended', user_id: user.id, detail: 'one' });
  }

  @Handles(viewOwnerCheck)
  viewOwnerCheck(@SignedIn() user: SignedInUser, @CurrentRequestContext() { session }: RequestContext): Promise<OwnerCheckStatus> {
    return this.ownerCheck.view(user, session);
  }

  @Handles(checkOwner)
  async checkOwner(
    @Body(new Parse(checkOwner.body)) { password }: PasswordOnly,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<void> {
    await this.ownerCheck.withPassword(user, session, password);
  }

  @Handles(exportAccount)
  async exportData(
    @Body(new Parse(exportAccount.body)) { password }: PasswordConfirmation,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<Readonly<Record<string, unknown>>> {
    await this.ownerCheck.verify(user, session, password);
    this.securityLog.record({ event: 'data-exported', user_id: user.id });
    return { exported_at: this.clock.now().toISOString(), ...(await this.ownData.exportAll(user.id)) };
  }

  @Handles(deleteAccount)
  async deleteAccount(
    @Body(new Parse(deleteAccount.body)) { password }: PasswordConfirmation,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.ownerCheck.verify(user, context.session, password);
    if (!(await this.ownData.deleteAccount(user.id, user.email)))
      throw new Conflict('Your subscription still renews. Cancel it before deleting your account.');
    this.securityLog.record({ event: 'account-deleted', user_id: user.id });
    this.browserSession.setCookies(reply, await this.sessionLifecycle.signOut(context));
  }
}
