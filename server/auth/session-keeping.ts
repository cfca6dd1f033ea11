import { Injectable } from '@nestjs/common';
import type { Caller } from '#domain/auth/caller';
import { type NewSession, Sessions } from '#domain/auth/sessions';
import { sessionEnd } from '#domain/auth/session-life';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';

/** Opens sessions, always under a new token: the one a browser had before means nothing afterwards. */
@Injectable()
export class SessionKeeping {
  constructor(
    private readonly sessions: Sessions,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** Signs this person in; answers the new token. */
  signIn(user: { readonly id: string; readonly role_id: number }, caller: Caller): Promise<string> {
    return this.#open(caller, { user_id: user.id }, user.role_id);
  }

  /** A session of somebody who signed up and is not signed in yet; `user_id` null when the address was known. */
  signUp(user_id: string | null, caller: Caller): Promise<string> {
    return this.#open(caller, { pending_user_id: user_id, registering: true }, null);
  }

  /** Remembers the affiliate's customer id; answers the new token of a browser that had no session, else null. */
  async remember(sscid: string, caller: Caller): Promise<string | null> {
    const token = caller.session ? null : await this.#open(caller, {}, null);
    await this.sessions.remember(token === null ? (caller.session?.token_hash ?? '') : this.secrets.hash(token), sscid);
    return token;
  }

  /** Ends the session; answers the token of a stranger. */
  async signOut(caller: Caller): Promise<string> {
    if (caller.session) await this.sessions.close(caller.session.token_hash);
    return this.secrets.token();
  }

  async #open(caller: Caller, of: Partial<NewSession>, role: number | null): Promise<string> {
    const token = this.secrets.token();
    const now = this.clock.now();
    await this.sessions.open(
      {
        token_hash: this.secrets.hash(token),
        user_id: null,
        pending_user_id: null,
        registering: false,
        ...of,
        user_agent: caller.user_agent,
        expires_at: sessionEnd(role, now),
        replaces: caller.session?.token_hash ?? null,
      },
      now,
    );
    return token;
  }
}
