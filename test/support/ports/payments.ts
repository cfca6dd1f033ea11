import { InvalidInput } from '#domain/errors';
import type { Payments } from '#domain/subscriptions/payments';

interface PaymentsSetup {
  readonly payments: Payments;
  /** A valid notice of a new subscription, and its signature. */
  readonly sign: () => { readonly body: string; readonly signature: string };
}

/** The behavior of every implementation of `Payments` that has a provider. */
export function describePayments(name: string, setUp: () => PaymentsSetup): void {
  describe(name, () => {
    const now = new Date();

    it('returns a signed notice with the provider and its state', () => {
      const { payments, sign } = setUp();
      const { body, signature } = sign();
      expect(payments.verifyNotice(Buffer.from(body), signature, now)).toMatchObject({
        provider: payments.checkoutSettings.provider,
        subscription_id: expect.any(String),
        change: { what: 'state', status: 'active' },
      });
    });

    it('refuses a notice that was changed or not signed', () => {
      const { payments, sign } = setUp();
      const { body, signature } = sign();
      expect(() => payments.verifyNotice(Buffer.from(`${body} `), signature, now)).toThrow(InvalidInput);
      expect(() => payments.verifyNotice(Buffer.from(body), undefined, now)).toThrow(InvalidInput);
    });

    it('has a price for Premium', () => expect(setUp().payments.prices.price_id).not.toBeNull());

    it('returns null for an unknown subscription', async () => {
      expect(await setUp().payments.fetchCurrentState('sub_unknown')).toBeNull();
    });
  });
}
