import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#domain/auth/caller';
import type { CurrentUser } from '#domain/auth/user';
import { Viewers } from '#domain/auth/viewers';
import { SessionKeeping } from '#server/auth/session-keeping';
import { BrowserSession } from '#server/http/browser-session';

/** Signs somebody in at the browser that asks. */
@Injectable()
export class SignedInBrowser {
  constructor(
    private readonly keeping: SessionKeeping,
    private readonly browser: BrowserSession,
    private readonly viewers: Viewers,
  ) {}

  /** Gives the browser a new session of this person; answers the record the client holds. */
  async of(user: { readonly id: string; readonly role_id: number }, caller: Caller, reply: FastifyReply): Promise<CurrentUser> {
    const token = await this.keeping.signIn(user, caller);
    this.browser.give(reply, token);
    const known = await this.viewers.of(token);
    if (!known.user) throw new Error('a session that was just opened is not there');
    return known.user;
  }
}
