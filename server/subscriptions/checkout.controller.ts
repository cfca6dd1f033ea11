import { Controller, Get, Header } from '@nestjs/common';
import type { ViewerContext } from '#domain/auth/user';
import { isAdmin } from '#domain/auth/viewer';
import { Secrets } from '#domain/secrets';
import { signPassthrough } from '#domain/subscriptions/passthrough';
import { Payments } from '#domain/subscriptions/payments';
import type { CheckoutSettings } from '#domain/subscriptions/contract';
import { CurrentIdentity } from '#server/http/guards/current-viewer.decorator';

/** Returns the checkout settings of the premium page. */
@Controller('api/checkout')
export class CheckoutController {
  constructor(
    private readonly payments: Payments,
    private readonly secrets: Secrets,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  getCheckout(@CurrentIdentity() { viewer, user, session }: ViewerContext): CheckoutSettings {
    const { checkoutSettings: checkout, prices } = this.payments;
    const canBuy = checkout.provider !== 'none' && user?.is_confirmed && session;
    return {
      ...checkout,
      price_id: prices.price_id,
      admin_price_id: isAdmin(viewer) ? prices.admin_price_id : null,
      custom_data: canBuy ? signPassthrough(user, session, this.secrets) : null,
    };
  }
}
