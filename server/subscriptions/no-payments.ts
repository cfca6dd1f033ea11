import { NotFound, NotPossible } from '#domain/errors';
import type { Payments } from '#domain/subscriptions/payments';
import { purchaseHints } from '#domain/subscriptions/purchase';

const refuse = (): Promise<never> => Promise.reject(new NotPossible(purchaseHints.not_on_sale));

/** The adapter of a site that does not sell Premium. */
export class NoPayments implements Payments {
  readonly checkoutSettings = { provider: 'none', environment: 'production', client_token: null } as const;
  readonly prices = { price_id: null, admin_price_id: null };
  readonly createLink = refuse;
  readonly cancel = refuse;
  readonly keep = refuse;

  verifyNotice(): never {
    throw new NotFound();
  }

  fetchCurrentState(): Promise<null> {
    return Promise.resolve(null);
  }
}
