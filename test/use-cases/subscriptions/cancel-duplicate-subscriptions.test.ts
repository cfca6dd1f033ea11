import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';
import { LockScope } from '#domain/jobs/lock-scope';
import { CancelDuplicateSubscriptions } from '#server/subscriptions/cancel-duplicate-subscriptions';
import { activeStateAt, billingNotice } from '../../support/fakes/billing-notices';
import { createFakeBilling } from '../../support/fakes/fake-billing';
import type { FakePayments } from '../../support/fakes/fake-payments';
import type { FakeSubscriptions } from '../../support/fakes/fake-subscriptions';

const now = new Date('2026-11-21T12:00:00Z');

describe('canceling second subscriptions', () => {
  const userId = randomUUID();
  let payments: FakePayments;
  let subscriptions: FakeSubscriptions;
  let duplicates: CancelDuplicateSubscriptions;
  beforeEach(() => {
    const billing = createFakeBilling(userId, now);
    ({ payments, subscriptions } = billing);
    duplicates = new CancelDuplicateSubscriptions(payments, subscriptions, billing.applyNotice, billing.clock);
  });
  const subscribe = (id: string, hoursAgo: number, buyerId = userId) => {
    const effect = { ...activeStateAt(new Date(now.getTime() - hoursAgo * HOUR_MS)), price_id: 'pri_premium', accepted: true };
    const { provider, event_id, kind, occurred_at, raw } = billingNotice(now);
    return subscriptions.record({ provider, event_id, kind, occurred_at, subscription_id: id, effect, user_id: buyerId, raw }, now);
  };
  const canceledState = (id: string) =>
    billingNotice(new Date(now.getTime() + 1), {
      subscription_id: id,
      change: activeStateAt(now, { status: 'canceled', stopped_at: now.toISOString() }),
    });

  it('cancels the newer one, tells the operator once, and leaves single subscriptions alone', async () => {
    const otherId = randomUUID();
    subscriptions.addBuyer(otherId);
    await subscribe('sub_old', 48);
    await subscribe('sub_new', 1);
    await subscribe('sub_other', 1, otherId);
    payments.currentStates.set('sub_new', canceledState('sub_new'));
    expect(await duplicates.run(new LockScope())).toBe(1);
    expect(await duplicates.run(new LockScope())).toBe(0);
    expect(payments.cancellations).toEqual([['sub_new', 'now']]);
    expect(subscriptions.reportedIds).toEqual(['sub_new']);
  });

  it('tries again after a failure, and tells the operator once', async () => {
    await subscribe('sub_old', 48);
    await subscribe('sub_new', 1);
    payments.isDown = true;
    await expect(duplicates.run(new LockScope())).rejects.toThrow(Unavailable);
    payments.isDown = false;
    payments.currentStates.set('sub_new', canceledState('sub_new'));
    expect(await duplicates.run(new LockScope())).toBe(1);
    expect(subscriptions.reportedIds).toEqual(['sub_new']);
  });
});
