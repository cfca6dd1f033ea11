import type { Account } from '#server/auth/account/typeorm/accounts';
import { Controller, Header, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '#domain/auth/viewer';
import type { SessionResponse, SignInResponse } from '#domain/auth/sessions/contract';
import { signOut, updateSession, viewSession, signIn } from '#domain/auth/sessions/endpoints';
import { SecurityLog } from '#domain/auth/security-log';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { Registration } from '#server/auth/account/registration';
import { BrowserSession, VisitorCookie } from '#server/http/guards/cookies';
import { Handles, type Received } from '#server/http/handles';
import { PasswordGuard } from '#server/auth/password.guard';
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
  async login({ request, context, reply }: Received<typeof signIn>): Promise<SignInResponse> {
    const { user: account } = request as typeof request & { readonly user: Account };
    this.maintenance.refuseSignIn(account);
    const { token, user } = await this.sessionLifecycle.begin(account, context);
    this.browserSession.setCookies(reply, token);
    if (user === null) return { user: null, next: 'code' };
    return { user, next: user.role_id === account.role_id ? 'none' : 'add_second_factor' };
  }
}

/** The session of the requesting browser. */
@Controller()
export class SessionsController {
  constructor(
    private readonly registration: Registration,
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly browserSession: BrowserSession,
    private readonly visitorCookie: VisitorCookie,
    private readonly securityLog: SecurityLog,
  ) {}

  @Handles(viewSession)
  @Header('vary', 'Cookie')
  async getSession({ context, request, reply }: Received<typeof viewSession>) {
    this.browserSession.ensureCookies(request, reply);
    return this.#sessionResponse(context, request, reply, context.session?.sscid ?? '');
  }

  @Handles(updateSession)
  @Header('vary', 'Cookie')
  async attachReferral({ context, request, reply, body: { sscid } }: Received<typeof updateSession>) {
    const token = await this.sessionLifecycle.attachReferral(sscid, context);
    if (token !== null) this.browserSession.setCookies(reply, token);
    return this.#sessionResponse(context, request, reply, sscid);
  }

  @Handles(signOut)
  @Header('vary', 'Cookie')
  @Header('clear-site-data', '"cache"')
  async signOut({ context, reply }: Received<typeof signOut>) {
    this.browserSession.setCookies(reply, await this.sessionLifecycle.signOut(context));
    if (context.user) this.securityLog.record({ event: 'signed-out', user_id: context.user.id });
  }

  async #sessionResponse(context: RequestContext, request: FastifyRequest, reply: FastifyReply, sscid: string): Promise<SessionResponse> {
    const pending_email = await this.registration.pendingEmail(context);
    return { user: context.user, uuid: this.visitorCookie.ensureId(request, reply), sscid, pending_email };
  }
}
