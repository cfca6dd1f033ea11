import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';
import { FixedClock } from '../fixed-clock';
import { FakePayments } from './fake-payments';
import { FakeSubscriptions } from './fake-subscriptions';

/** A payment provider and subscriptions in memory with one buyer, and the use case that applies the provider's notices to them. */
export function createFakeBilling(buyerId: string, now: Date) {
  const payments = new FakePayments();
  const subscriptions = new FakeSubscriptions();
  subscriptions.addBuyer(buyerId);
  const clock = new FixedClock(now);
  const secrets = new CryptoSecrets({ signingKey: Buffer.from('a key for tests'), tokenKeys: new Map() });
  const applyNotice = new ApplyPaymentNotice(payments, subscriptions, secrets, clock, { record: () => undefined });
  return { payments, subscriptions, clock, applyNotice };
}
