import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';
import { LockScope } from '#domain/jobs/lock-scope';
import { ReconcileSubscriptions } from '#server/subscriptions/reconcile-subscriptions';
import { activeStateAt, billingNotice } from '../../support/fakes/billing-notices';
import { createFakeBilling } from '../../support/fakes/fake-billing';
import type { FakePayments } from '../../support/fakes/fake-payments';
import type { FakeSubscriptions } from '../../support/fakes/fake-subscriptions';

const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);

describe('reconciling subscriptions with the provider', () => {
  const userId = randomUUID();
  let payments: FakePayments;
  let subscriptions: FakeSubscriptions;
  let reconcile: ReconcileSubscriptions;
  beforeEach(() => {
    const billing = createFakeBilling(userId, now);
    ({ payments, subscriptions } = billing);
    reconcile = new ReconcileSubscriptions(payments, subscriptions, billing.applyNotice, billing.clock);
  });
  const subscribe = (id: string, hoursOverdue: number) => {
    const period_ends_at = new Date(now.getTime() - hoursOverdue * HOUR_MS).toISOString();
    const effect = { ...activeStateAt(daysAgo(60)), period_ends_at, price_id: 'pri_premium', accepted: true };
    const { provider, event_id, kind, occurred_at, raw } = billingNotice(daysAgo(60));
    return subscriptions.record({ provider, event_id, kind, occurred_at, subscription_id: id, effect, user_id: userId, raw }, daysAgo(30));
  };

  it('checks renewals that are overdue by more than 26 hours, once', async () => {
    await subscribe('sub_late', 27);
    await subscribe('sub_in_time', 25);
    await subscribe('sub_running', -100);
    expect(await reconcile.run(new LockScope())).toBe(1);
    expect(payments.fetchedIds).toEqual(['sub_late']);
    expect(await reconcile.run(new LockScope())).toBe(0);
  });

  it("applies the provider's state like a notice", async () => {
    await subscribe('sub_lost', 48);
    const renewed = activeStateAt(now);
    payments.currentStates.set('sub_lost', billingNotice(now, { subscription_id: 'sub_lost', change: renewed }));
    await reconcile.run(new LockScope());
    expect(await subscriptions.listFor(userId)).toMatchObject([{ period_ends_at: new Date(renewed.period_ends_at ?? '') }]);
  });

  it('stops when the provider is down, and checks again later', async () => {
    await subscribe('sub_late', 27);
    payments.isDown = true;
    await expect(reconcile.run(new LockScope())).rejects.toThrow(Unavailable);
    payments.isDown = false;
    expect(await reconcile.run(new LockScope())).toBe(1);
    expect(payments.fetchedIds).toEqual(['sub_late', 'sub_late']);
  });

  it('does nothing where Premium is not on sale', async () => {
    await subscribe('sub_late', 27);
    payments.checkoutSettings = { provider: 'none', environment: 'production', client_token: null };
    expect(await reconcile.run(new LockScope())).toBe(0);
  });
});
