import { Controller, Get, Header, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { SignedInUser } from '#domain/auth/user';
import type { SubscriptionView } from '#domain/subscriptions/contract';
import { openSubscriptionLink } from '#domain/subscriptions/endpoints';
import type { LinkPurpose } from '#domain/subscriptions/payments';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';
import { ManageSubscription } from '#server/subscriptions/manage-subscription';

const parsePurpose = new Parse(openSubscriptionLink.params.purpose, 'purpose');

/** The user's own plan. */
@Controller('api/users/me/subscription')
export class SubscriptionController {
  constructor(private readonly manageSubscription: ManageSubscription) {}

  @Get()
  @Header('cache-control', 'no-store')
  view(@SignedIn() user: SignedInUser): Promise<SubscriptionView> {
    return this.manageSubscription.viewFor(user.id);
  }

  @Post('cancel')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  cancel(@SignedIn() user: SignedInUser): Promise<SubscriptionView> {
    return this.manageSubscription.cancel(user.id);
  }

  @Post('keep')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  keep(@SignedIn() user: SignedInUser): Promise<SubscriptionView> {
    return this.manageSubscription.keep(user.id);
  }

  /** Creates the link on click; it is never stored. */
  @Get('links/:purpose')
  async link(
    @SignedIn() user: SignedInUser,
    @Param('purpose', parsePurpose) purpose: LinkPurpose,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const url = await this.manageSubscription.managementLink(user.id, purpose);
    await reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(url, 302);
  }
}
