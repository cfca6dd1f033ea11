import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#domain/auth/viewer';
import { Secrets } from '#domain/secrets';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { Sessions } from '#server/auth/typeorm/sessions';

/** What sessions remember before anyone signs in: a registration, and an affiliate. */
@Injectable()
export class AnonymousSessions {
  constructor(
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly sessions: Sessions,
    private readonly secrets: Secrets,
  ) {}

  /** Opens a session after a sign-up and returns its token. */
  openForRegistration(userId: string, context: RequestContext): Promise<string> {
    return this.sessionLifecycle.open(context, { pending_user_id: userId, registering: true }, null);
  }

  /** Remembers the registration whose code this browser has posted. Returns the token of the session if it had to be opened, else null. */
  async rememberPostedCode(userId: string, context: RequestContext): Promise<string | null> {
    if (!context.session) return this.sessionLifecycle.open(context, { pending_user_id: userId }, null);
    await this.sessions.savePostedCode(context.session.token_hash, userId);
    return null;
  }

  /** Stores the affiliate's customer id. Returns the token of the session if it had to be opened, else null. */
  async attachReferral(sscid: string, context: RequestContext): Promise<string | null> {
    const token = context.session ? null : await this.sessionLifecycle.open(context, {}, null);
    await this.sessions.saveSscid(token === null ? (context.session?.token_hash ?? '') : this.secrets.hash(token), sscid);
    return token;
  }
}
