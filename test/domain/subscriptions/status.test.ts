import { givesPremium, premiumEndsAt, type Subscription } from '#domain/subscriptions/status';

const now = new Date('2026-05-20T12:00:00Z');
const day = (days: number) => new Date(now.getTime() + days * 86_400_000);
const subscription = (given: Partial<Subscription>): Subscription => ({
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

describe('T32 does a subscription give Premium now', () => {
  it.each<[string, Partial<Subscription>, boolean, Date | null]>([
    ['active', {}, true, null],
    ['active, its period over and no news yet', { period_ends_at: day(-1) }, true, null],
    ['trialing', { status: 'trialing' }, true, null],
    ['active, starting tomorrow', { started_at: day(1) }, false, null],
    ['active, ending next week', { ends_at: day(7) }, true, day(7)],
    ['active, its end reached', { ends_at: day(0) }, false, day(0)],
    ['past due since today', { status: 'past_due', past_due_since: day(0) }, true, day(7)],
    [
      'past due, the last moment of the seven days',
      { status: 'past_due', past_due_since: new Date(day(-7).getTime() + 1) },
      true,
      new Date(now.getTime() + 1),
    ],
    ['past due since seven days', { status: 'past_due', past_due_since: day(-7) }, false, day(0)],
    ['past due and ending sooner than the seven days', { status: 'past_due', past_due_since: day(-1), ends_at: day(2) }, true, day(2)],
    ['cancelled, what is paid lasts', { status: 'canceled', ended_at: day(3) }, true, day(3)],
    ['cancelled, what is paid is used up', { status: 'canceled', ended_at: day(-1) }, false, day(-1)],
    ['paused', { status: 'paused', ends_at: day(-2) }, false, day(-2)],
    ['refunded while active', { ended_at: day(-1) }, false, day(-1)],
  ])('%s', (_, given, premium, end) => {
    expect(givesPremium(subscription(given), now)).toBe(premium);
    expect(premiumEndsAt(subscription(given))).toEqual(end);
  });
});
