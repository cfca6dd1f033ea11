import { randomUUID } from 'node:crypto';
import type { SecurityEvent } from '#domain/auth/security-log';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { InvalidInput } from '#domain/errors';
import type { BillingNotice } from '#domain/subscriptions/billing-notice';
import { signPassthrough } from '#domain/subscriptions/passthrough';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { billingNotice } from '../../support/fakes/billing-notices';
import { FakePayments } from '../../support/fakes/fake-payments';
import { FakeSubscriptions } from '../../support/fakes/fake-subscriptions';
import { FixedClock } from '../../support/fixed-clock';
import { buyerWith } from '../../support/buyer';

const now = new Date('2026-11-21T12:00:00Z');
const secrets = new CryptoSecrets({ signingKey: Buffer.from('a key for tests'), tokenKeys: new Map() });

const checkoutDataOf = (userId: string) => signPassthrough(buyerWith(userId), { token_hash: 'session', sscid: null }, secrets);

describe('applying a payment notice', () => {
  const userId = randomUUID();
  let payments: FakePayments;
  let subscriptions: FakeSubscriptions;
  let securityEvents: SecurityEvent[];
  let applyNotice: ApplyPaymentNotice;
  beforeEach(() => {
    payments = new FakePayments();
    subscriptions = new FakeSubscriptions();
    subscriptions.addBuyer(userId);
    securityEvents = [];
    const securityLog = { record: (event: SecurityEvent) => void securityEvents.push(event) };
    applyNotice = new ApplyPaymentNotice(payments, subscriptions, secrets, new FixedClock(now), securityLog);
  });
  const apply = (overrides: Partial<BillingNotice>) => applyNotice.apply(billingNotice(now, overrides));
  const stored = () => [...subscriptions.notices.values()];

  it('gives Premium to the verified buyer, and records that', async () => {
    expect(await apply({ custom_data: checkoutDataOf(userId) })).toBe(true);
    expect(await subscriptions.listFor(userId)).toMatchObject([{ id: 'sub_1', status: 'active' }]);
    expect(subscriptions.emailedUserIds).toEqual([userId]);
    expect(securityEvents).toEqual([{ event: 'premium-changed', user_id: userId, detail: 'active' }]);
  });

  it('applies an event once', async () => {
    const notice = billingNotice(now, { custom_data: checkoutDataOf(userId) });
    expect(await applyNotice.apply(notice)).toBe(true);
    expect(await applyNotice.apply(notice)).toBe(false);
    expect(securityEvents).toHaveLength(1);
  });

  it.each<[string, Partial<BillingNotice>]>([
    ['an unsigned user id', { custom_data: { user_id: userId } }],
    ['a lower price', { custom_data: checkoutDataOf(userId), items: [{ price_id: 'pri_premium', amount: 998, currency: 'USD' }] }],
    ['a discount', { custom_data: checkoutDataOf(userId), discounted: true }],
    [
      "the administrators' price",
      { custom_data: checkoutDataOf(userId), items: [{ price_id: 'pri_admin', amount: 999, currency: 'USD' }] },
    ],
  ])('gives no Premium for %s', async (_, overrides) => {
    await apply(overrides);
    expect(await subscriptions.listFor(userId)).toEqual([]);
    expect(stored()).toHaveLength(1);
  });

  it("accepts the administrators' price from an administrator", async () => {
    subscriptions.addBuyer(userId, ADMIN_ROLE);
    await apply({ custom_data: checkoutDataOf(userId), items: [{ price_id: 'pri_admin', amount: 999, currency: 'USD' }] });
    expect(await subscriptions.listFor(userId)).toHaveLength(1);
  });

  it('stores a notice that changes nothing without a security event', async () => {
    expect(await apply({ change: null, subscription_id: null })).toBe(true);
    expect(stored()).toMatchObject([{ effect: null }]);
    expect(securityEvents).toEqual([]);
  });

  it('redacts a buyer whose account was deleted', async () => {
    const deletedUserId = randomUUID();
    const raw = { data: { custom_data: { user_id: deletedUserId }, note: `by ${deletedUserId}` } };
    await apply({ claimed_user_id: deletedUserId, raw });
    await apply({ claimed_user_id: userId, raw: { data: { custom_data: { user_id: userId } } } });
    expect(JSON.stringify(stored()[0]?.raw)).not.toContain(deletedUserId);
    expect(JSON.stringify(stored()[1]?.raw)).toContain(userId);
  });

  it('verifies a received notice before it applies it', async () => {
    payments.notices.set('body', billingNotice(now, { custom_data: checkoutDataOf(userId) }));
    expect(() => applyNotice.verify(Buffer.from('body'), undefined)).toThrow(InvalidInput);
    expect(stored()).toEqual([]);
    expect(await applyNotice.apply(applyNotice.verify(Buffer.from('body'), 'signed'))).toBe(true);
  });
});
