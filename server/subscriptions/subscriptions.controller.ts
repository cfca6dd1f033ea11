import { Body, Controller, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isAdmin, type SignedInUser, type ViewerContext } from '#domain/auth/viewer';
import { NotFound, NotSignedIn } from '#domain/errors';
import { Secrets } from '#domain/secrets';
import type { CheckoutSettings, SandboxPayment, SubscriptionView } from '#domain/subscriptions/contract';
import {
  cancelSubscription,
  keepSubscription,
  openSubscriptionLink,
  simulatePayment,
  viewCheckoutSettings,
  viewSubscription,
} from '#domain/subscriptions/endpoints';
import { signPassthrough } from '#domain/subscriptions/passthrough';
import { type LinkPurpose, Payments } from '#domain/subscriptions/payments';
import { CurrentIdentity, SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { ManageSubscription } from '#server/subscriptions/manage-subscription';
import { SandboxCheckout } from '#server/subscriptions/sandbox/checkout';

/** The user's own plan, and buying one. */
@Controller()
export class SubscriptionsController {
  constructor(
    private readonly manageSubscription: ManageSubscription,
    private readonly payments: Payments,
    private readonly sandboxCheckout: SandboxCheckout,
    private readonly secrets: Secrets,
  ) {}

  @Handles(viewCheckoutSettings)
  viewCheckoutSettings(@CurrentIdentity() { viewer, user, session }: ViewerContext): CheckoutSettings {
    const { checkoutSettings: checkout, prices } = this.payments;
    const canBuy = checkout.provider !== 'none' && user?.is_confirmed && session;
    return {
      ...checkout,
      price_id: prices.price_id,
      admin_price_id: isAdmin(viewer) ? prices.admin_price_id : null,
      custom_data: canBuy ? signPassthrough(user, session, this.secrets) : null,
    };
  }

  @Handles(viewSubscription)
  view(@SignedIn() user: SignedInUser): Promise<SubscriptionView> {
    return this.manageSubscription.viewFor(user.id);
  }

  @Handles(cancelSubscription)
  cancel(@SignedIn() user: SignedInUser): Promise<SubscriptionView> {
    return this.manageSubscription.cancel(user.id);
  }

  @Handles(keepSubscription)
  keep(@SignedIn() user: SignedInUser): Promise<SubscriptionView> {
    return this.manageSubscription.keep(user.id);
  }

  /** Creates the link on click; it is never stored. */
  @Handles(openSubscriptionLink)
  async openLink(
    @SignedIn() user: SignedInUser,
    @Param('purpose', new Parse(openSubscriptionLink.params.purpose, 'purpose')) purpose: LinkPurpose,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const url = await this.manageSubscription.managementLink(user.id, purpose);
    await reply.header('referrer-policy', 'no-referrer').redirect(url, 302);
  }

  /** Triggers an action of the sandbox's provider; 404 with a real provider. */
  @Handles(simulatePayment)
  async simulatePayment(
    @CurrentIdentity() { user, session }: ViewerContext,
    @Body(new Parse(simulatePayment.body)) order: SandboxPayment,
  ): Promise<SubscriptionView> {
    if (this.payments.checkoutSettings.provider !== 'sandbox') throw new NotFound();
    if (!user || !session) throw new NotSignedIn();
    if (order.action === 'pay') await this.sandboxCheckout.pay(user, session, order.product);
    else await this.sandboxCheckout.applyAction(order.action, user, session);
    return this.manageSubscription.viewFor(user.id);
  }
}
