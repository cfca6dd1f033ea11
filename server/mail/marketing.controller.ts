import { Controller, Query, Req } from '@nestjs/common';
import { VisitorEvents } from '#domain/analytics/visitors/visitor-events';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { NotFound } from '#domain/errors';
import type { ReferralQuery } from '#domain/mail/contract';
import { resubscribe, trackEmailVisit, unsubscribe, unsubscribeWithOneClick } from '#domain/mail/endpoints';
import { maskEmail } from '#domain/mail/email';
import { Secrets } from '#domain/secrets';
import type { IdentifiedRequest } from '#server/http/guards/access.guard';
import { BrowserSession } from '#server/http/guards/browser-session';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { Recipients } from '#server/mail/typeorm/recipients';
import { VisitorCookie } from '#server/http/guards/visitor-cookie';

const parseReferral = new Parse(unsubscribe.query);

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
  async unsubscribe(@Query(parseReferral) { campaign_referral_id }: ReferralQuery) {
    return maskedResponse(await this.recipients.unsubscribe(campaign_referral_id, this.clock.now()));
  }

  /** One-click unsubscribe of mail clients (RFC 8058). */
  @Handles(unsubscribeWithOneClick)
  unsubscribeByOneClick(@Query(parseReferral) query: ReferralQuery) {
    return this.unsubscribe(query);
  }

  @Handles(resubscribe)
  async resubscribe(@Query(parseReferral) { campaign_referral_id }: ReferralQuery) {
    return maskedResponse(await this.recipients.resubscribe(campaign_referral_id, this.clock.now()));
  }

  @Handles(trackEmailVisit)
  async track(@Req() request: IdentifiedRequest, @Query(parseReferral) { campaign_referral_id }: ReferralQuery): Promise<void> {
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
