import { Controller, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '#domain/auth/viewer';
import type { ProviderAnswerQuery, SignInRedirect } from '#domain/auth/single-sign-on/contract';
import {
  addSignInLink,
  finishSingleSignOn,
  listSignInLinks,
  removeSignInLink,
  startSingleSignOn,
} from '#domain/auth/single-sign-on/endpoints';
import { SignInFailed } from '#domain/auth/single-sign-on/identity-provider';
import { signInProblems } from '#domain/auth/single-sign-on/problems';
import { VisitorEvents } from '#domain/analytics/visitors/visitor-events';
import { InvalidCredentials, Unavailable } from '#domain/errors';
import { OwnerCheck } from '#server/auth/owner-check';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { SingleSignOn } from '#server/auth/single-sign-on/single-sign-on';
import { BrowserSession, VisitorCookie } from '#server/http/guards/cookies';
import { Handles, type Received } from '#server/http/handles';
import { MaintenanceMode } from '#server/operations/maintenance/maintenance-mode';

const loginPath = (query: Readonly<Record<string, string>>) => `/auth/login?${new URLSearchParams(query).toString()}`;

/** Sign-in with the OpenID provider of the site, and the identities that are linked to an account. */
@Controller()
export class SingleSignOnController {
  constructor(
    private readonly singleSignOn: SingleSignOn,
    private readonly ownerCheck: OwnerCheck,
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly browserSession: BrowserSession,
    private readonly maintenance: MaintenanceMode,
    private readonly visitorEvents: VisitorEvents,
    private readonly visitorCookie: VisitorCookie,
  ) {}

  @Handles(startSingleSignOn)
  async start({ request, body: { next, is_owner_check } }: Received<typeof startSingleSignOn>): Promise<SignInRedirect> {
    try {
      return { redirect_uri: await this.singleSignOn.start(next, is_owner_check, this.#tokenOf(request)) };
    } catch (error) {
      if (error instanceof SignInFailed) throw new Unavailable(signInProblems.unavailable);
      throw error;
    }
  }

  @Handles(finishSingleSignOn)
  async finish({ request, context, query: answer }: Received<typeof finishSingleSignOn>, @Res() reply: FastifyReply) {
    const path = await this.#pathAfter(answer, request, context, reply).catch((error: unknown) => {
      // The account was deleted, or its password changed, in this moment.
      const failure = error instanceof InvalidCredentials ? new SignInFailed('failed') : error;
      if (!(failure instanceof SignInFailed)) throw failure;
      return context.user ? `/account?problem=${failure.problem}` : loginPath({ problem: failure.problem });
    });
    await reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(path, 302);
  }

  @Handles(listSignInLinks)
  list({ user }: Received<typeof listSignInLinks>) {
    return this.singleSignOn.listFor(user);
  }

  @Handles(addSignInLink)
  async add({ user, session, body: { token, password } }: Received<typeof addSignInLink>) {
    await this.singleSignOn.link(await this.ownerCheck.verify(user, session, password), token, session?.token_hash ?? '');
  }

  @Handles(removeSignInLink)
  async remove({ user, session, params: { id } }: Received<typeof removeSignInLink>) {
    this.ownerCheck.require(session);
    await this.singleSignOn.unlink(user, id);
  }

  /** A browser without a session began no sign-in. */
  #tokenOf(request: FastifyRequest): string {
    const token = this.browserSession.readToken(request);
    if (token === undefined) throw new SignInFailed('failed');
    return token;
  }

  /** Opens the session, and returns the screen to go on with. A second factor is asked for, as the provider may not have one. */
  async #pathAfter(answer: ProviderAnswerQuery, request: FastifyRequest, context: RequestContext, reply: FastifyReply): Promise<string> {
    const end = await this.singleSignOn.finish(answer, this.#tokenOf(request), context.clientIp, this.maintenance.isOn);
    if ('checkedId' in end) {
      if (context.user?.id !== end.checkedId) throw new SignInFailed('other_account');
      await this.ownerCheck.record(context.user, context.session, 'single sign-on');
      return end.next;
    }
    if ('linkToken' in end) return loginPath({ next: `/account?link=${end.linkToken}` });
    const { account, isNew, next } = end;
    if (isNew) this.visitorEvents.recordOfServer({ name: 'registered', visitor: this.visitorCookie.readId(request), user_id: null });
    const { token, user } = await this.sessionLifecycle.begin(account, context);
    this.browserSession.setCookies(reply, token);
    return user === null ? loginPath({ missing: 'code', next }) : next;
  }
}
