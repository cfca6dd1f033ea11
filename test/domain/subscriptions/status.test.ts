import { givesPremium, premiumEndsAt, type Subscription } from '#domain/subscriptions/subscription';

const now = new Date('2026-05-20T12:00:00Z');
const daysFromNow = (days: number) => new Date(now.getTime() + days * 86_400_000);
const subscription = (overrides: Partial<Subscription>): Subscription => ({
  provider: 'paddle',
  id: 'sub_1',
  customer_id: null,
  status: 'active',
  started_at: daysFromNow(-40),
  period_ends_at: daysFromNow(10),
  ends_at: null,
  past_due_since: null,
  ended_at: null,
  ...overrides,
});

describe('T32 does a subscription give Premium now', () => {
  it.each<[string, Partial<Subscription>, boolean, Date | null]>([
    ['active', {}, true, null],
    ['active, its period over and no news yet', { period_ends_at: daysFromNow(-1) }, true, null],
    ['trialing', { status: 'trialing' }, true, null],
    ['active, starting tomorrow', { started_at: daysFromNow(1) }, false, null],
    ['active, ending next week', { ends_at: daysFromNow(7) }, true, daysFromNow(7)],
    ['active, its end reached', { ends_at: daysFromNow(0) }, false, daysFromNow(0)],
    ['past due since today', { status: 'past_due', past_due_since: daysFromNow(0) }, true, daysFromNow(7)],
    [
      'past due, the last moment of the seven days',
      { status: 'past_due', past_due_since: new Date(daysFromNow(-7).getTime() + 1) },
      true,
      new Date(now.getTime() + 1),
    ],
    ['past due since seven days', { status: 'past_due', past_due_since: daysFromNow(-7) }, false, daysFromNow(0)],
    [
      'past due and ending sooner than the seven days',
      { status: 'past_due', past_due_since: daysFromNow(-1), ends_at: daysFromNow(2) },
      true,
      daysFromNow(2),
    ],
    ['cancelled, what is paid lasts', { status: 'canceled', ended_at: daysFromNow(3) }, true, daysFromNow(3)],
    ['cancelled, what is paid is used up', { status: 'canceled', ended_at: daysFromNow(-1) }, false, daysFromNow(-1)],
    ['paused', { status: 'paused', ends_at: daysFromNow(-2) }, false, daysFromNow(-2)],
    ['refunded while active', { ended_at: daysFromNow(-1) }, false, daysFromNow(-1)],
  ])('%s', (_, given, premium, end) => {
    expect(givesPremium(subscription(given), now)).toBe(premium);
    expect(premiumEndsAt(subscription(given))).toEqual(end);
  });
});
