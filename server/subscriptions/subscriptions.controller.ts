import type { CheckoutSettings } from '#domain/subscriptions/contract';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isAdmin } from '#domain/auth/viewer';
import { NotFound, NotSignedIn } from '#domain/errors';
import { Secrets } from '#domain/secrets';
import {
  cancelSubscription,
  keepSubscription,
  openSubscriptionLink,
  simulatePayment,
  viewCheckoutSettings,
  viewSubscription,
} from '#domain/subscriptions/endpoints';
import { signPassthrough } from '#domain/subscriptions/passthrough';
import { Payments } from '#domain/subscriptions/payments';
import { Handles, type Received } from '#server/http/handles';
import { ManageSubscription } from '#server/subscriptions/manage-subscription';
import { SandboxPayments } from '#server/subscriptions/sandbox/payments';

/** The user's own plan, and buying one. */
@Controller()
export class SubscriptionsController {
  constructor(
    private readonly manageSubscription: ManageSubscription,
    private readonly payments: Payments,
    private readonly secrets: Secrets,
  ) {}

  @Handles(viewCheckoutSettings)
  viewCheckoutSettings({ identity: { viewer, user, session } }: Received<typeof viewCheckoutSettings>): CheckoutSettings {
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
  view({ user }: Received<typeof viewSubscription>) {
    return this.manageSubscription.viewFor(user.id);
  }

  @Handles(cancelSubscription)
  cancel({ user }: Received<typeof cancelSubscription>) {
    return this.manageSubscription.cancel(user.id);
  }

  @Handles(keepSubscription)
  keep({ user }: Received<typeof keepSubscription>) {
    return this.manageSubscription.keep(user.id);
  }

  /** Creates the link on click; it is never stored. */
  @Handles(openSubscriptionLink)
  async openLink({ user, params: { purpose } }: Received<typeof openSubscriptionLink>, @Res() reply: FastifyReply) {
    const url = await this.manageSubscription.managementLink(user.id, purpose);
    await reply.header('referrer-policy', 'no-referrer').redirect(url, 302);
  }

  /** Triggers an action of the sandbox's provider; 404 with a real provider. */
  @Handles(simulatePayment)
  async simulatePayment({ identity: { user, session }, body: order }: Received<typeof simulatePayment>) {
    const { payments } = this;
    if (!(payments instanceof SandboxPayments)) throw new NotFound();
    if (!user || !session) throw new NotSignedIn();
    if (order.action === 'pay') await payments.pay(user, session, order.product);
    else await payments.applyAction(order.action, user, session);
    return this.manageSubscription.viewFor(user.id);
  }
}
