import { Injectable } from '@nestjs/common';
import { CODE_WAIT_MS, sessionExpiresAt } from '#domain/auth/sessions/session-lifetime';
import { type RequestContext, Viewers } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { InvalidCredentials } from '#domain/errors';
import { Secrets } from '#domain/secrets';
import { type Account, Accounts } from '#server/auth/account/typeorm/accounts';
import { type NewSession, Sessions } from '#server/auth/typeorm/sessions';

/**
 * Opens and closes sessions, and saves what they remember before anyone signs in: a registration, and an affiliate. Each new session has a
 * new token, so that an older token of the browser is worthless.
 */
@Injectable()
export class SessionLifecycle {
  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly viewers: Viewers,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * After a password or a provider has shown whose account it is: opens a session like `signIn`; where a second factor is on, one that waits
   * for its code and can do nothing else, without a user.
   */
  async begin(account: Account, context: RequestContext) {
    if (!(await this.accounts.hasSecondFactor(account.id))) return this.signIn(account, context);
    const expiresAt = new Date(this.clock.now().getTime() + CODE_WAIT_MS);
    const waiting = { pending_user_id: account.id, password_given: true, expires_at: expiresAt };
    return { token: await this.#open(context, waiting, account), user: null };
  }

  /**
   * Opens a session for the user and returns its token, and the user as the client shows it. Throws `InvalidCredentials` if the account was
   * deleted or got another password after it was read: who is verified by the old one must not outlast it.
   */
  async signIn(account: Account, context: RequestContext) {
    const token = await this.#open(context, { user_id: account.id }, account);
    const { user } = await this.viewers.findBySessionToken(token);
    if (!user) throw new Error('the new session was not found');
    return { token, user };
  }

  /** Closes the session and returns the token of a new, anonymous one. */
  async signOut(context: RequestContext): Promise<string> {
    if (context.session) await this.sessions.close(context.session.token_hash);
    return this.secrets.createToken();
  }

  /** Opens a session in place of that of the browser, and returns its token. Without an account, no one is signed in. */
  async #open(context: RequestContext, owner: Partial<NewSession>, account: Account | null = null): Promise<string> {
    const token = this.secrets.createToken();
    const now = this.clock.now();
    const isOpen = await this.sessions.open(
      {
        token_hash: this.secrets.hash(token),
        user_id: null,
        pending_user_id: null,
        password_given: false,
        registering: false,
        user_agent: context.userAgent,
        expires_at: sessionExpiresAt(account?.role_id ?? null, now),
        ...owner,
        replaces: context.session?.token_hash ?? null,
      },
      now,
      account,
    );
    if (!isOpen) throw new InvalidCredentials();
    return token;
  }

  /** Opens a session after a sign-up and returns its token. */
  openForRegistration(userId: string, context: RequestContext): Promise<string> {
    return this.#open(context, { pending_user_id: userId, registering: true });
  }

  /** Remembers the registration whose code this browser has posted. Returns the token of the session if it had to be opened, else null. */
  async rememberPostedCode(userId: string, context: RequestContext): Promise<string | null> {
    if (!context.session) return this.#open(context, { pending_user_id: userId });
    const pending = { pending_user_id: userId, registering: false, password_given: false };
    await this.sessions.save(context.session.token_hash, pending);
    return null;
  }

  /** Stores the affiliate's customer id. Returns the token of the session if it had to be opened, else null. */
  async attachReferral(sscid: string, context: RequestContext): Promise<string | null> {
    const token = context.session ? null : await this.#open(context, {});
    await this.sessions.save(token === null ? (context.session?.token_hash ?? '') : this.secrets.hash(token), { sscid });
    return token;
  }
}
