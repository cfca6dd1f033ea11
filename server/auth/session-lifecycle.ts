import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#domain/auth/request-context';
import { type NewSession, Sessions } from '#domain/auth/sessions/sessions';
import { sessionExpiresAt } from '#domain/auth/sessions/session-lifetime';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';

/** Opens sessions, always under a new token: the one a browser had before means nothing afterwards. */
@Injectable()
export class SessionLifecycle {
  constructor(
    private readonly sessions: Sessions,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** Signs this person in; answers the new token. */
  openForUser(user: { readonly id: string; readonly role_id: number }, context: RequestContext): Promise<string> {
    return this.#open(context, { user_id: user.id }, user.role_id);
  }

  /** A session of somebody who signed up and is not signed in yet; `user_id` null when the address was known. */
  openForRegistration(userId: string | null, context: RequestContext): Promise<string> {
    return this.#open(context, { pending_user_id: userId, registering: true }, null);
  }

  /** Remembers the affiliate's customer id; answers the new token of a browser that had no session, else null. */
  async attachReferral(sscid: string, context: RequestContext): Promise<string | null> {
    const token = context.session ? null : await this.#open(context, {}, null);
    await this.sessions.saveSscid(token === null ? (context.session?.token_hash ?? '') : this.secrets.hash(token), sscid);
    return token;
  }

  /** Ends the session; answers the token of a stranger. */
  async signOut(context: RequestContext): Promise<string> {
    if (context.session) await this.sessions.close(context.session.token_hash);
    return this.secrets.createToken();
  }

  async #open(context: RequestContext, owner: Partial<NewSession>, roleId: number | null): Promise<string> {
    const token = this.secrets.createToken();
    const now = this.clock.now();
    await this.sessions.open(
      {
        token_hash: this.secrets.hash(token),
        user_id: null,
        pending_user_id: null,
        registering: false,
        ...owner,
        user_agent: context.userAgent,
        expires_at: sessionExpiresAt(roleId, now),
        replaces: context.session?.token_hash ?? null,
      },
      now,
    );
    return token;
  }
}
