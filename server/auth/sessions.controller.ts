import type { Account } from '#server/auth/account/typeorm/accounts';
import { Controller, Header, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '#domain/auth/viewer';
import type { SessionResponse, SignedInResponse, SignInResponse } from '#domain/auth/sessions/contract';
import { signOut, updateSession, viewSession, signIn, signInWithCode } from '#domain/auth/sessions/endpoints';
import { SecurityLog } from '#domain/auth/security-log';
import { SecondFactor } from '#server/auth/second-factor';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { ManageCredentials } from '#server/auth/account/manage-credentials';
import { BrowserSession, VisitorCookie } from '#server/http/guards/cookies';
import { Handles, type Received } from '#server/http/handles';
import { PasswordGuard } from '#server/auth/password.guard';
import { MaintenanceMode } from '#server/operations/maintenance/maintenance-mode';

/** The session of the requesting browser, and signing in with a password and the code of a second factor. */
@Controller()
export class SessionsController {
  constructor(
    private readonly credentials: ManageCredentials,
    private readonly secondFactor: SecondFactor,
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly browserSession: BrowserSession,
    private readonly visitorCookie: VisitorCookie,
    private readonly securityLog: SecurityLog,
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

  @Handles(signInWithCode)
  async loginWithCode({ context, reply, body: { code } }: Received<typeof signInWithCode>): Promise<SignedInResponse> {
    const { token, user } = await this.sessionLifecycle.signIn(await this.secondFactor.verify(code, context), context);
    this.browserSession.setCookies(reply, token);
    return { user };
  }

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
    const pending_email = await this.credentials.pendingEmail(context);
    return { user: context.user, uuid: this.visitorCookie.ensureId(request, reply), sscid, pending_email };
  }
}
