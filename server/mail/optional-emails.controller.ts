import { Controller } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { NotFound } from '#domain/errors';
import type { OptionalEmailRecipient, OptionalEmailChoices } from '#domain/mail/contract';
import {
  chooseOptionalEmails,
  endOptionalEmail,
  listOptionalEmails,
  resumeOptionalEmail,
  resubscribe,
  trackEmailVisit,
  unsubscribe,
  unsubscribeWithOneClick,
} from '#domain/mail/endpoints';
import { maskEmail } from '#domain/mail/email';
import { optionalEmails } from '#domain/mail/optional-emails';
import { Handles, type Received } from '#server/http/handles';
import { OptionalEmails } from '#server/mail/typeorm/optional-emails';
import { VisitorEvents } from '#domain/analytics/visitors/visitor-events';
import { dayOf } from '#domain/days';
import { Secrets } from '#domain/secrets';
import { BrowserSession, VisitorCookie } from '#server/http/guards/cookies';
import { Recipients } from '#server/mail/typeorm/recipients';

/** Switches optional emails on and off: signed in, or by the link of an email. */
@Controller()
export class OptionalEmailsController {
  constructor(
    private readonly optionalEmails: OptionalEmails,
    private readonly clock: Clock,
  ) {}

  @Handles(listOptionalEmails)
  async list({ user }: Received<typeof listOptionalEmails>): Promise<OptionalEmailChoices> {
    const kinds = await this.optionalEmails.listFor(user.id);
    return { weekly: kinds.includes('weekly'), alerts: kinds.includes('alerts') };
  }

  @Handles(chooseOptionalEmails)
  async choose({ user, body: change }: Received<typeof chooseOptionalEmails>) {
    for (const kind of optionalEmails) {
      const isOn = change[kind];
      if (isOn !== undefined) await this.optionalEmails.choose(user.id, kind, isOn, this.clock.now());
    }
  }

  @Handles(endOptionalEmail)
  unsubscribe({ query: { token } }: Received<typeof endOptionalEmail>) {
    return this.#chooseByToken(token, false);
  }

  @Handles(resumeOptionalEmail)
  resubscribe({ query: { token } }: Received<typeof resumeOptionalEmail>) {
    return this.#chooseByToken(token, true);
  }

  async #chooseByToken(token: string, isOn: boolean): Promise<OptionalEmailRecipient> {
    const owner = await this.optionalEmails.chooseByToken(token, isOn, this.clock.now());
    if (!owner) throw new NotFound("This link isn't valid.");
    return { email: maskEmail(owner.email), kind: owner.kind };
  }
}

/** Unsubscribes from marketing emails, reverts that, and counts visits from their links. */
@Controller()
export class MarketingController {
  constructor(
    private readonly recipients: Recipients,
    private readonly browserSession: BrowserSession,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly visitorEvents: VisitorEvents,
    private readonly visitorCookie: VisitorCookie,
  ) {}

  @Handles(unsubscribe)
  async unsubscribe({ query: { campaign_referral_id } }: Pick<Received<typeof unsubscribe>, 'query'>) {
    return maskedResponse(await this.recipients.unsubscribe(campaign_referral_id, this.clock.now()));
  }

  /** One-click unsubscribe of mail clients (RFC 8058). */
  @Handles(unsubscribeWithOneClick)
  unsubscribeByOneClick(received: Received<typeof unsubscribeWithOneClick>) {
    return this.unsubscribe(received);
  }

  @Handles(resubscribe)
  async resubscribe({ query: { campaign_referral_id } }: Received<typeof resubscribe>) {
    return maskedResponse(await this.recipients.resubscribe(campaign_referral_id, this.clock.now()));
  }

  @Handles(trackEmailVisit)
  async track({ request, query: { campaign_referral_id } }: Received<typeof trackEmailVisit>) {
    const now = this.clock.now();
    const token = this.browserSession.readToken(request);
    const tokenHash = token === undefined ? null : this.secrets.hash(token);
    const isCounted = await this.recipients.recordVisit(campaign_referral_id, dayOf(now), tokenHash, now);
    const userId = request.identity.user?.id ?? null;
    if (isCounted)
      this.visitorEvents.recordOfServer({ name: 'campaign_visit', visitor: this.visitorCookie.readId(request), user_id: userId });
  }
}

function maskedResponse(email: string | null): { readonly email: string } {
  if (email === null) throw new NotFound("This link isn't valid.");
  return { email: maskEmail(email) };
}
