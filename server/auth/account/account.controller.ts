import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '#domain/auth/request-context';
import type { OpenSession, PasswordConfirmation } from '#domain/auth/contract';
import { deleteAccount, endSession, exportAccount } from '#domain/auth/endpoints';
import type { SignedInUser } from '#domain/auth/user';
import { OwnAccount } from '#server/auth/account/own-account';
import { OwnerCheck } from '#server/auth/owner-check';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { CurrentRequestContext, SignedIn } from '#server/http/guards/current-viewer.decorator';
import { BrowserSession } from '#server/http/guards/browser-session';
import { Parse } from '#server/http/parse';

/** The current user's account: sessions, data export, and deletion. */
@Controller('api/users/me')
export class AccountController {
  constructor(
    private readonly ownAccount: OwnAccount,
    private readonly ownerCheck: OwnerCheck,
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly browserSession: BrowserSession,
  ) {}

  @Get('sessions')
  @Header('cache-control', 'no-store')
  listSessions(@SignedIn() user: SignedInUser, @CurrentRequestContext() { session }: RequestContext): Promise<readonly OpenSession[]> {
    return this.ownAccount.listSessions(user, session?.token_hash ?? '');
  }

  @Delete('sessions')
  @HttpCode(204)
  async endOtherSessions(@SignedIn() user: SignedInUser, @CurrentRequestContext() { session }: RequestContext): Promise<void> {
    this.ownerCheck.require(session);
    await this.ownAccount.endOtherSessions(user, session?.token_hash ?? '');
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  async endSession(
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
    @Param('id', new Parse(endSession.params.id, 'id')) id: string,
  ): Promise<void> {
    this.ownerCheck.require(session);
    await this.ownAccount.endSession(user, id);
  }

  @Post('export')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async exportData(
    @Body(new Parse(exportAccount.body, 'body')) { password }: PasswordConfirmation,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<Readonly<Record<string, unknown>>> {
    await this.ownerCheck.verify(user, session, password);
    return this.ownAccount.exportData(user);
  }

  @Post('deletion')
  @HttpCode(204)
  async deleteAccount(
    @Body(new Parse(deleteAccount.body, 'body')) { password }: PasswordConfirmation,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.ownerCheck.verify(user, context.session, password);
    await this.ownAccount.deleteAccount(user);
    this.browserSession.setCookies(reply, await this.sessionLifecycle.signOut(context));
  }
}
