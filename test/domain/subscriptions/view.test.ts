import type { Subscription } from '#domain/subscriptions/status';
import type { SubscriptionView } from '#domain/subscriptions/subscription';
import { subscriptionView } from '#domain/subscriptions/view';

const now = new Date('2026-05-20T12:00:00Z');
const day = (days: number) => new Date(now.getTime() + days * 86_400_000);
const subscription = (given: Partial<Subscription> = {}): Subscription => ({
  provider: 'paddle',
  id: 'sub_1',
  customer_id: null,
  status: 'active',
  started_at: day(-40),
  period_ends_at: day(10),
  ends_at: null,
  past_due_since: null,
  ended_at: null,
  ...given,
});
const UPDATE = '/api/users/me/subscription/links/update';

describe('a plan as its owner sees it', () => {
  it.each<[string, Subscription[], string, Partial<SubscriptionView>]>([
    [
      'nothing bought',
      [],
      'paddle',
      { status: 'none', is_premium: false, renews_at: null, ends_at: null, can_cancel: false, update_url: null },
    ],
    [
      'running',
      [subscription()],
      'paddle',
      { status: 'active', is_premium: true, renews_at: day(10).toISOString(), ends_at: null, can_cancel: true, update_url: UPDATE },
    ],
    ['running in the sandbox', [subscription({ provider: 'sandbox' })], 'sandbox', { can_cancel: true, update_url: null }],
    [
      'bought at another provider',
      [subscription({ provider: 'sandbox' })],
      'paddle',
      { is_premium: true, can_cancel: false, update_url: null },
    ],
    [
      'to end',
      [subscription({ ends_at: day(10) })],
      'paddle',
      { is_premium: true, renews_at: null, ends_at: day(10).toISOString(), can_cancel: false, update_url: UPDATE },
    ],
    [
      'past due',
      [subscription({ status: 'past_due', past_due_since: day(-2) })],
      'paddle',
      { is_premium: true, renews_at: null, ends_at: day(5).toISOString(), can_cancel: true },
    ],
    [
      'over',
      [subscription({ status: 'canceled', ended_at: day(-1) })],
      'paddle',
      { status: 'canceled', is_premium: false, ends_at: day(-1).toISOString(), can_cancel: false, update_url: null },
    ],
    [
      'a new one beside an old one',
      [subscription({ id: 'b' }), subscription({ status: 'canceled', ended_at: day(-1) })],
      'paddle',
      { status: 'active', is_premium: true, ends_at: null },
    ],
    [
      'one that goes on beside one that ends',
      [subscription({ ends_at: day(1) }), subscription({ id: 'b', period_ends_at: day(9) })],
      'paddle',
      { ends_at: null, renews_at: day(9).toISOString() },
    ],
    [
      'one refunded and one running',
      [subscription({ ended_at: day(-1) }), subscription({ id: 'b', ends_at: day(1) })],
      'paddle',
      { is_premium: true, ends_at: day(1).toISOString() },
    ],
  ])('%s', (_, subscriptions, provider, expected) => expect(subscriptionView(subscriptions, provider, now)).toMatchObject(expected));
});
