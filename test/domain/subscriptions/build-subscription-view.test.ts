import { DAY_MS } from '#domain/durations';
import { type Subscription, buildSubscriptionView } from '#domain/subscriptions/subscription';
import type { SubscriptionView } from '#domain/subscriptions/contract';
import { subscriptionAsOf } from '../../support/stored-subscription';

const now = new Date('2026-05-20T12:00:00Z');
const daysFromNow = (days: number) => new Date(now.getTime() + days * DAY_MS);
const subscription = (overrides: Partial<Subscription> = {}) => subscriptionAsOf(now, overrides);
const UPDATE_URL = '/api/users/me/subscription/links/update';

describe('the plan a user sees', () => {
  it.each<[string, Subscription[], string, Partial<SubscriptionView>]>([
    [
      'no subscription',
      [],
      'paddle',
      { status: 'none', is_premium: false, renews_at: null, ends_at: null, can_cancel: false, update_url: null },
    ],
    [
      'active',
      [subscription()],
      'paddle',
      {
        status: 'active',
        is_premium: true,
        renews_at: daysFromNow(10).toISOString(),
        ends_at: null,
        can_cancel: true,
        update_url: UPDATE_URL,
      },
    ],
    [
      'active, with an unknown period',
      [subscription({ period_ends_at: null })],
      'paddle',
      { is_premium: true, renews_at: null, can_keep: false },
    ],
    ['scheduled to end, which can be undone', [subscription({ ends_at: daysFromNow(10) })], 'paddle', { can_keep: true }],
    [
      'scheduled to end at another provider',
      [subscription({ provider: 'sandbox', ends_at: daysFromNow(10) })],
      'paddle',
      { can_keep: false },
    ],
    [
      'given by an administrator',
      [subscription({ provider: 'given', period_ends_at: null, ends_at: daysFromNow(20) })],
      'paddle',
      {
        status: 'given',
        is_premium: true,
        renews_at: null,
        ends_at: daysFromNow(20).toISOString(),
        can_cancel: false,
        can_keep: false,
        update_url: null,
      },
    ],
    [
      'given, and paid until an earlier end, which the user can manage',
      [subscription({ provider: 'given', ends_at: daysFromNow(20) }), subscription({ ends_at: daysFromNow(10) })],
      'paddle',
      { status: 'active', can_keep: true, ends_at: daysFromNow(10).toISOString() },
    ],
    [
      'given, beside a bought one that is long overdue but may still be charged',
      [
        subscription({ provider: 'given', ends_at: daysFromNow(20) }),
        subscription({ status: 'past_due', past_due_since: daysFromNow(-9), period_ends_at: daysFromNow(-9) }),
      ],
      'paddle',
      { status: 'given', is_premium: true, can_cancel: true },
    ],
    [
      'refunded, and still charged by the provider',
      [subscription({ ended_at: daysFromNow(-1) })],
      'paddle',
      { is_premium: false, renews_at: null, ends_at: daysFromNow(-1).toISOString(), can_cancel: true, can_keep: false, update_url: null },
    ],
    ['active in the sandbox', [subscription({ provider: 'sandbox' })], 'sandbox', { can_cancel: true, update_url: null }],
    [
      'bought from another provider',
      [subscription({ provider: 'sandbox' })],
      'paddle',
      { is_premium: true, can_cancel: false, update_url: null },
    ],
    [
      'scheduled to end',
      [subscription({ ends_at: daysFromNow(10) })],
      'paddle',
      { is_premium: true, renews_at: null, ends_at: daysFromNow(10).toISOString(), can_cancel: false, update_url: UPDATE_URL },
    ],
    [
      'past due',
      [subscription({ status: 'past_due', past_due_since: daysFromNow(-2) })],
      'paddle',
      { is_premium: true, renews_at: null, ends_at: daysFromNow(5).toISOString(), can_cancel: true },
    ],
    [
      'ended',
      [subscription({ status: 'canceled', ended_at: daysFromNow(-1) })],
      'paddle',
      { status: 'canceled', is_premium: false, ends_at: daysFromNow(-1).toISOString(), can_cancel: false, update_url: null },
    ],
    [
      'a new and an ended one',
      [subscription({ id: 'b' }), subscription({ status: 'canceled', ended_at: daysFromNow(-1) })],
      'paddle',
      { status: 'active', is_premium: true, ends_at: null },
    ],
    [
      'one that renews and one that ends',
      [subscription({ ends_at: daysFromNow(1) }), subscription({ id: 'b', period_ends_at: daysFromNow(9) })],
      'paddle',
      { ends_at: null, renews_at: daysFromNow(9).toISOString() },
    ],
    [
      'one refunded and one active',
      [subscription({ ended_at: daysFromNow(-1) }), subscription({ id: 'b', ends_at: daysFromNow(1) })],
      'paddle',
      { is_premium: true, ends_at: daysFromNow(1).toISOString() },
    ],
  ])('%s', (_, subscriptions, provider, expected) => expect(buildSubscriptionView(subscriptions, provider, now)).toMatchObject(expected));
});
