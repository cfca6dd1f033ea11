import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#domain/durations';
import { NotFound, NotPossible, Unavailable } from '#domain/errors';
import type { EvaluatedState } from '#domain/subscriptions/billing-notice';
import { ManageSubscription } from '#server/subscriptions/manage-subscription';
import { activeStateAt, billingNotice } from '../../support/fakes/billing-notices';
import { createFakeBilling } from '../../support/fakes/fake-billing';
import type { FakePayments } from '../../support/fakes/fake-payments';
import type { FakeSubscriptions } from '../../support/fakes/fake-subscriptions';

const now = new Date('2026-11-21T12:00:00Z');
const periodEnd = new Date(now.getTime() + 30 * DAY_MS).toISOString();

describe('managing a subscription', () => {
  const userId = randomUUID();
  let payments: FakePayments;
  let subscriptions: FakeSubscriptions;
  let manage: ManageSubscription;
  beforeEach(() => {
    const billing = createFakeBilling(userId, now);
    ({ payments, subscriptions } = billing);
    manage = new ManageSubscription(subscriptions, payments, billing.applyNotice, billing.clock);
  });
  const subscribe = (overrides: Partial<EvaluatedState> = {}, provider: 'paddle' | 'sandbox' = 'paddle', id = 'sub_1') => {
    const effect = { ...activeStateAt(now), price_id: 'pri_premium', accepted: true, ...overrides };
    const { event_id, kind, raw } = billingNotice(now);
    return subscriptions.record({ provider, event_id, kind, occurred_at: now, subscription_id: id, effect, user_id: userId, raw }, now);
  };

  it('shows the plan of a user with and without a subscription', async () => {
    expect(await manage.viewFor(userId)).toMatchObject({ status: 'none', is_premium: false, can_cancel: false });
    await subscribe();
    expect(await manage.viewFor(userId)).toMatchObject({ status: 'active', is_premium: true, renews_at: periodEnd, can_cancel: true });
  });

  it("cancels at the end of the period and applies the provider's response", async () => {
    await subscribe();
    const later = new Date(now.getTime() + 1);
    payments.currentStates.set('sub_1', billingNotice(later, { change: activeStateAt(now, { ends_at: periodEnd }) }));
    expect(await manage.cancel(userId)).toMatchObject({ is_premium: true, renews_at: null, ends_at: periodEnd, can_cancel: false });
    await manage.cancel(userId);
    expect(payments.cancellations).toEqual([['sub_1', 'period_end']]);
  });

  it('cancels every subscription that renews', async () => {
    await subscribe();
    await subscribe({}, 'paddle', 'sub_2');
    await subscribe({ ends_at: periodEnd }, 'paddle', 'sub_3');
    await subscribe({}, 'sandbox', 'sub_4');
    await manage.cancel(userId);
    expect(payments.cancellations.map(([id]) => id).toSorted()).toEqual(['sub_1', 'sub_2']);
  });

  it('undoes a cancellation until it takes effect', async () => {
    await subscribe({ ends_at: periodEnd });
    expect(await manage.viewFor(userId)).toMatchObject({ can_cancel: false, can_keep: true });
    payments.currentStates.set('sub_1', billingNotice(new Date(now.getTime() + 1), { change: activeStateAt(now) }));
    expect(await manage.keep(userId)).toMatchObject({ renews_at: periodEnd, ends_at: null, can_cancel: true, can_keep: false });
    await manage.keep(userId);
    expect(payments.keptIds).toEqual(['sub_1']);
  });

  it('does not continue a plan that has ended', async () => {
    await subscribe({ status: 'canceled', stopped_at: now.toISOString(), period_ends_at: now.toISOString() });
    await expect(manage.keep(userId)).rejects.toThrow(NotPossible);
    expect(payments.keptIds).toEqual([]);
  });

  it('changes nothing while the provider is down', async () => {
    await subscribe();
    payments.isDown = true;
    await expect(manage.cancel(userId)).rejects.toThrow(Unavailable);
    expect(await manage.viewFor(userId)).toMatchObject({ can_cancel: true });
  });

  it("creates links to the provider's pages", async () => {
    await subscribe();
    payments.links.set('update', 'https://buyer-portal.paddle.com/update');
    expect(await manage.managementLink(userId, 'update')).toBe('https://buyer-portal.paddle.com/update');
    await expect(manage.managementLink(userId, 'cancel')).rejects.toThrow(NotFound);
  });

  it('refuses users without a subscription', async () => {
    await expect(manage.cancel(userId)).rejects.toThrow(NotFound);
    await expect(manage.managementLink(userId, 'cancel')).rejects.toThrow(NotFound);
  });

  it('refuses to change a subscription of another provider', async () => {
    await subscribe({}, 'sandbox');
    await expect(manage.cancel(userId)).rejects.toThrow(NotPossible);
    expect(payments.cancellations).toEqual([]);
  });
});
