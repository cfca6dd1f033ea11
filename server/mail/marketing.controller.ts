import { Controller, Delete, Get, Header, HttpCode, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { NotFound } from '#domain/errors';
import { ReferralQuery } from '#domain/mail/contract';
import { maskedEmail } from '#domain/mail/masked';
import { Recipients } from '#domain/mail/recipients';
import { Secrets } from '#domain/secrets';
import { BrowserSession } from '#server/http/browser-session';
import { Parse } from '#server/http/parse';

const referral = new Parse(ReferralQuery);

/** Ends marketing letters, takes that back, and counts visits that a letter led to. */
@Controller('api')
export class MarketingController {
  constructor(
    private readonly recipients: Recipients,
    private readonly browser: BrowserSession,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
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
  async track(@Req() request: FastifyRequest, @Query(referral) { campaign_referral_id }: ReferralQuery): Promise<void> {
    const now = this.clock.now();
    const token = this.browser.tokenOf(request);
    await this.recipients.visited(campaign_referral_id, dayOf(now), token === undefined ? null : this.secrets.hash(token), now);
  }
}

function masked(email: string | null): { readonly email: string } {
  if (email === null) throw new NotFound('This link is not known.');
  return { email: maskedEmail(email) };
}
