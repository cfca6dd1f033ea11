import { Controller, Delete, Get, Header, HttpCode, Post, Query, Req } from '@nestjs/common';
import { Traffic } from '#domain/analytics/traffic';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { NotFound } from '#domain/errors';
import { ReferralQuery } from '#domain/mail/contract';
import { maskedEmail } from '#domain/mail/masked';
import { Recipients } from '#domain/mail/recipients';
import { Secrets } from '#domain/secrets';
import type { KnownRequest } from '#server/http/access.guard';
import { BrowserSession } from '#server/http/browser-session';
import { Parse } from '#server/http/parse';
import { visitorOf } from '#server/http/visitor';

const referral = new Parse(ReferralQuery);

/** Ends marketing letters, takes that back, and counts visits that a letter led to. */
@Controller('api')
export class MarketingController {
  constructor(
    private readonly recipients: Recipients,
    private readonly browser: BrowserSession,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly traffic: Traffic,
  ) {}

  @Get('unsubscribe')
  @Header('cache-control', 'no-store')
  async unsubscribe(@Query(referral) { campaign_referral_id }: ReferralQuery) {
    return masked(await this.recipients.unsubscribe(campaign_referral_id, this.clock.now()));
  }

  /** RFC 8058: the one click of a mail program. */
  @Post('unsubscribe')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  unsubscribeByOneClick(@Query(referral) query: ReferralQuery) {
    return this.unsubscribe(query);
  }

  @Delete('unsubscribe')
  @Header('cache-control', 'no-store')
  async resubscribe(@Query(referral) { campaign_referral_id }: ReferralQuery) {
    return masked(await this.recipients.resubscribe(campaign_referral_id));
  }

  @Get('track')
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  async track(@Req() request: KnownRequest, @Query(referral) { campaign_referral_id }: ReferralQuery): Promise<void> {
    const now = this.clock.now();
    const token = this.browser.tokenOf(request);
    const hash = token === undefined ? null : this.secrets.hash(token);
    const isCounted = await this.recipients.visited(campaign_referral_id, dayOf(now), hash, now);
    const user_id = request.known.user?.id ?? null;
    if (isCounted) this.traffic.record({ name: 'campaign_visit', visitor: visitorOf(request), user_id });
  }
}

function masked(email: string | null): { readonly email: string } {
  if (email === null) throw new NotFound('This link is not known.');
  return { email: maskedEmail(email) };
}
