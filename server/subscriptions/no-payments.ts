import { Injectable } from '@nestjs/common';
import { NotFound, NotPossible } from '#domain/errors';
import { Payments } from '#domain/subscriptions/payments';
import { purchaseHints } from '#domain/subscriptions/purchase';

/** The adapter of a site that does not sell Premium. */
@Injectable()
export class NoPayments extends Payments {
  readonly checkoutSettings = { provider: 'none', environment: 'production', client_token: null } as const;
  readonly prices = { price_id: null, admin_price_id: null };

  verifyNotice(): never {
    throw new NotFound();
  }

  createLink(): Promise<never> {
    return Promise.reject(new NotPossible(purchaseHints.not_on_sale));
  }

  cancel(): Promise<never> {
    return Promise.reject(new NotPossible(purchaseHints.not_on_sale));
  }

  keep(): Promise<never> {
    return Promise.reject(new NotPossible(purchaseHints.not_on_sale));
  }

  fetchCurrentState(): Promise<null> {
    return Promise.resolve(null);
  }
}
