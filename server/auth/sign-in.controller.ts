import { Controller, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { SignInResponse } from '#domain/auth/sessions/contract';
import { signIn } from '#domain/auth/sessions/endpoints';
import type { RequestContext } from '#domain/auth/viewer';
import type { Account } from '#server/auth/account/typeorm/accounts';
import { PasswordGuard } from '#server/auth/password.guard';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { BrowserSession } from '#server/http/guards/browser-session';
import { CurrentRequestContext } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { MaintenanceMode } from '#server/operations/maintenance/maintenance-mode';

/** Signing in with a password. */
@Controller()
export class SignInController {
  constructor(
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly browserSession: BrowserSession,
    private readonly maintenance: MaintenanceMode,
  ) {}

  @Handles(signIn)
  @UseGuards(PasswordGuard)
  async login(
    @Req() { user: account }: { user: Account },
    @CurrentRequestContext() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInResponse> {
    this.maintenance.refuseSignIn(account);
    const { token, user } = await this.sessionLifecycle.begin(account, context);
    this.browserSession.setCookies(reply, token);
    if (user === null) return { user: null, next: 'code' };
    return { user, next: user.role_id === account.role_id ? 'none' : 'add_second_factor' };
  }
}
