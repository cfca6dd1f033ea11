import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import type { ViewerContext } from '#domain/auth/user';
import { NotFound, NotSignedIn } from '#domain/errors';
import type { SandboxPayment, SubscriptionView } from '#domain/subscriptions/contract';
import { simulatePayment } from '#domain/subscriptions/endpoints';
import { Payments } from '#domain/subscriptions/payments';
import { CurrentIdentity } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';
import { ManageSubscription } from '#server/subscriptions/manage-subscription';
import { SandboxCheckout } from '#server/subscriptions/sandbox/checkout';

const parseOrder = new Parse(simulatePayment.body);

/** Triggers actions of the sandbox's provider; 404 with a real provider. */
@Controller('api/sandbox')
export class SandboxController {
  constructor(
    private readonly payments: Payments,
    private readonly checkout: SandboxCheckout,
    private readonly manageSubscription: ManageSubscription,
  ) {}

  @Post('payments')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async pay(@CurrentIdentity() { user, session }: ViewerContext, @Body(parseOrder) order: SandboxPayment): Promise<SubscriptionView> {
    if (this.payments.checkoutSettings.provider !== 'sandbox') throw new NotFound();
    if (!user || !session) throw new NotSignedIn();
    if (order.action === 'pay') await this.checkout.pay(user, session, order.product);
    else await this.checkout.applyAction(order.action, user, session);
    return this.manageSubscription.viewFor(user.id);
  }
}
