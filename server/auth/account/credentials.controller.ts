import type { MessageResponse, MessageWithUserResponse } from '#domain/auth/account/contract';
import { setTimeout } from 'node:timers/promises';
import { Controller, Inject } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { VisitorEvents } from '#domain/analytics/visitors/visitor-events';
import { changePassword, confirmEmail, recoverPassword, register, resendConfirmation, resetPassword } from '#domain/auth/account/endpoints';
import type { RequestContext, SignedInUser } from '#domain/auth/viewer';
import { Forbidden, NotSignedIn } from '#domain/errors';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { ManageCredentials } from '#server/auth/account/manage-credentials';
import { type Account, Accounts } from '#server/auth/account/typeorm/accounts';
import { OwnerCheck } from '#server/auth/owner-check';
import { CONFIG, type Config } from '#server/config/config';
import { BrowserSession, VisitorCookie } from '#server/http/guards/cookies';
import { Handles, type Received } from '#server/http/handles';

/** Settles like `work`, but not before `minimumMs` have passed, so that timing does not reveal what was done. */
async function withMinimumDuration<T>(minimumMs: number, work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, setTimeout(minimumMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

const responseMessages = {
  registered: "Please check your email inbox (including the spam folder) – we've sent you a Magic Link!",
  recover: 'Please check your E-Mail Inbox. A reset code has been sent.',
  confirmed: 'Your E-Mail address has been confirmed.',
  resent: 'Check your E-Mail Inbox. A new code has been sent.',
  reset: 'Your password has been changed.',
} as const;

/** Responses that may send an email take at least this long, so that timing does not reveal whether one was sent. */
const MIN_RESPONSE_MS = 150;

/** Sign-up, emailed codes, and new passwords. */
@Controller()
export class CredentialsController {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: ManageCredentials,
    private readonly ownerCheck: OwnerCheck,
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly browserSession: BrowserSession,
    private readonly visitorEvents: VisitorEvents,
    private readonly visitorCookie: VisitorCookie,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Handles(register)
  async register({ request, context, reply, body: credentials }: Received<typeof register>): Promise<MessageWithUserResponse> {
    // Before anything is looked up, so that it tells nothing about the address.
    const { REGISTRATION, SUPPORT_EMAIL } = this.config;
    if (REGISTRATION === 'closed') throw new Forbidden(`This site is closed to new accounts. Ask ${SUPPORT_EMAIL} for one.`);
    const { id, isRepeat } = await this.credentials.register(credentials, context);
    // Without the user id, which would show in the user's own data whether the address was new.
    if (!isRepeat) this.visitorEvents.recordOfServer({ name: 'registered', visitor: this.visitorCookie.readId(request), user_id: null });
    // A signed-in user stays signed in.
    if (!context.user) this.browserSession.setCookies(reply, await this.sessionLifecycle.openForRegistration(id, context));
    return { message: responseMessages.registered };
  }

  @Handles(confirmEmail)
  async confirmEmail({ request, context, reply, body }: Received<typeof confirmEmail>): Promise<MessageWithUserResponse> {
    const { account, isConfirmed } = await this.credentials.confirmEmail(body.confirmation_code, context);
    if (!isConfirmed) {
      const token = await this.sessionLifecycle.rememberPostedCode(account.id, context);
      if (token !== null) this.browserSession.setCookies(reply, token);
      throw new NotSignedIn("Sign in with the address this code was sent to, and we'll confirm it.");
    }
    this.visitorEvents.recordOfServer({ name: 'confirmed', visitor: this.visitorCookie.readId(request), user_id: account.id });
    return { user: await this.#openSession(account, context, reply), message: responseMessages.confirmed };
  }

  @Handles(resendConfirmation)
  async resendConfirmation({ context }: Received<typeof resendConfirmation>): Promise<MessageResponse> {
    await withMinimumDuration(MIN_RESPONSE_MS, this.credentials.resendConfirmation(context));
    return { message: responseMessages.resent };
  }

  @Handles(recoverPassword)
  async requestPasswordReset({ context: { clientIp }, body: { email } }: Received<typeof recoverPassword>): Promise<MessageResponse> {
    await withMinimumDuration(MIN_RESPONSE_MS, this.credentials.requestReset(email, clientIp));
    return { message: responseMessages.recover };
  }

  @Handles(resetPassword)
  async resetPassword({ context, reply, body: reset }: Received<typeof resetPassword>): Promise<MessageWithUserResponse> {
    const account = await this.credentials.resetWithCode(reset, context);
    // The code of an email is no second factor.
    if (await this.accounts.hasSecondFactor(account.id)) return { message: responseMessages.reset };
    return { user: await this.#openSession(account, context, reply), message: responseMessages.reset };
  }

  @Handles(changePassword)
  async changePassword({ user, context, reply, body }: Received<typeof changePassword>): Promise<MessageResponse> {
    const account = await this.ownerCheck.verifyPassword(user.id, body.current_password);
    await this.credentials.changePassword(account, body.password, context);
    await this.#openSession(account, context, reply);
    return { message: responseMessages.reset };
  }

  /** Opens a session for the account, sets its cookies, and returns the user. */
  async #openSession(account: Account, context: RequestContext, reply: FastifyReply): Promise<SignedInUser> {
    // As it is now: with the password that was just set.
    const current = await this.accounts.findById(account.id);
    if (!current) throw new NotSignedIn();
    const { token, user } = await this.sessionLifecycle.signIn(current, context);
    this.browserSession.setCookies(reply, token);
    return user;
  }
}
