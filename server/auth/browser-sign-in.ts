import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '#domain/auth/request-context';
import type { CurrentUser } from '#domain/auth/contract';
import { Viewers } from '#domain/auth/viewers';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { BrowserSession } from '#server/http/guards/browser-session';

/** Signs somebody in at the browser that asks. */
@Injectable()
export class BrowserSignIn {
  constructor(
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly browserSession: BrowserSession,
    private readonly viewers: Viewers,
  ) {}

  /** Gives the browser a new session of this person; answers the record the client holds. */
  async signIn(
    user: { readonly id: string; readonly role_id: number },
    context: RequestContext,
    reply: FastifyReply,
  ): Promise<CurrentUser> {
    const token = await this.sessionLifecycle.openForUser(user, context);
    this.browserSession.setCookies(reply, token);
    const identity = await this.viewers.findBySessionToken(token);
    if (!identity.user) throw new Error('a session that was just opened is not there');
    return identity.user;
  }
}
