import { DAY_MS } from '#domain/durations';
import { givesPremium, premiumEndsAt, type Subscription, canBeKept, duplicateSubscriptions } from '#domain/subscriptions/subscription';
import { subscriptionAsOf } from '../../support/stored-subscription';

const now = new Date('2026-05-20T12:00:00Z');
const daysFromNow = (days: number) => new Date(now.getTime() + days * DAY_MS);
const subscription = (overrides: Partial<Subscription>) => subscriptionAsOf(now, overrides);

describe('whether a subscription currently gives Premium', () => {
  it.each<[string, Partial<Subscription>, boolean, Date | null]>([
    ['active', {}, true, null],
    ['active, with a period that ended and no notice yet', { period_ends_at: daysFromNow(-1) }, true, null],
    [
      'active, in the last millisecond of seven days without a renewal',
      { period_ends_at: new Date(daysFromNow(-7).getTime() + 1) },
      true,
      null,
    ],
    ['active, seven days after a period without a renewal', { period_ends_at: daysFromNow(-7) }, false, daysFromNow(0)],
    [
      'past due since today, 400 days after its period',
      { status: 'past_due', past_due_since: now, period_ends_at: daysFromNow(-400) },
      false,
      daysFromNow(-393),
    ],
    ['active, without a period', { period_ends_at: null }, true, null],
    ['trialing', { status: 'trialing' }, true, null],
    ['active, starting tomorrow', { started_at: daysFromNow(1) }, false, null],
    ['active, ending next week', { ends_at: daysFromNow(7) }, true, daysFromNow(7)],
    ['active, at its scheduled end', { ends_at: daysFromNow(0) }, false, daysFromNow(0)],
    ['past due since today', { status: 'past_due', past_due_since: daysFromNow(0) }, true, daysFromNow(7)],
    [
      'past due, in the last millisecond of the seven days',
      { status: 'past_due', past_due_since: new Date(daysFromNow(-7).getTime() + 1) },
      true,
      new Date(now.getTime() + 1),
    ],
    ['past due for seven days', { status: 'past_due', past_due_since: daysFromNow(-7) }, false, daysFromNow(0)],
    [
      'past due with a scheduled end within the seven days',
      { status: 'past_due', past_due_since: daysFromNow(-1), ends_at: daysFromNow(2) },
      true,
      daysFromNow(2),
    ],
    ['canceled, within the paid period', { status: 'canceled', ended_at: daysFromNow(3) }, true, daysFromNow(3)],
    ['canceled, after the paid period', { status: 'canceled', ended_at: daysFromNow(-1) }, false, daysFromNow(-1)],
    ['paused', { status: 'paused', ends_at: daysFromNow(-2) }, false, daysFromNow(-2)],
    ['starting now', { started_at: now }, true, null],
    [
      'past due with a scheduled end after the seven days',
      { status: 'past_due', past_due_since: daysFromNow(-1), ends_at: daysFromNow(20) },
      true,
      daysFromNow(6),
    ],
    ['past due since an unknown time', { status: 'past_due' }, false, daysFromNow(-33)],
    ['canceled, at an unknown time', { status: 'canceled' }, false, daysFromNow(-40)],
    ['canceled, with a scheduled end', { status: 'canceled', ends_at: daysFromNow(2) }, true, daysFromNow(2)],
    ['paused since an unknown time', { status: 'paused' }, false, daysFromNow(-40)],
    ['refunded long before its period ended', { ended_at: daysFromNow(-30), period_ends_at: daysFromNow(-10) }, false, daysFromNow(-30)],
    ['refunded while active', { ended_at: daysFromNow(-1) }, false, daysFromNow(-1)],
  ])('%s', (_, given, premium, end) => {
    expect(givesPremium(subscription(given), now)).toBe(premium);
    expect(premiumEndsAt(subscription(given), now)).toEqual(end);
  });
});

describe('a cancellation', () => {
  it.each<[string, Partial<Subscription>, boolean]>([
    ['scheduled for later', { ends_at: daysFromNow(1) }, true],
    ['scheduled for now', { ends_at: now }, false],
    ['not requested', {}, false],
    ['completed', { status: 'canceled', ended_at: daysFromNow(1) }, false],
    ['scheduled before a refund', { ends_at: daysFromNow(1), ended_at: daysFromNow(-1) }, false],
    ['of a subscription that is canceled already', { status: 'canceled', ends_at: daysFromNow(1) }, false],
    ['of a paused subscription', { status: 'paused', ends_at: daysFromNow(1) }, false],
  ])('that is %s', (_, given, expected) => expect(canBeKept(subscription(given), now)).toBe(expected));
});

describe('the duplicates among subscriptions', () => {
  const startedDaysAgo = (id: string, days: number, more: Partial<Subscription> = {}) =>
    subscription({ id, started_at: daysFromNow(-days), ...more });
  const overdue = (id: string, startedDays: number, sinceDays: number, more: Partial<Subscription> = {}) =>
    startedDaysAgo(id, startedDays, { status: 'past_due', past_due_since: daysFromNow(-sinceDays), ...more });
  it.each<[string, readonly Subscription[], readonly string[]]>([
    ['none', [], []],
    ['one', [startedDaysAgo('a', 1)], []],
    ['all but the one that started first', [startedDaysAgo('c', 1), startedDaysAgo('a', 9), startedDaysAgo('b', 2)], ['b', 'c']],
    ['the larger id of two that started together', [startedDaysAgo('b', 1), startedDaysAgo('a', 1)], ['b']],
    ['the same one in any order', [startedDaysAgo('a', 1), startedDaysAgo('b', 1)], ['b']],
    ['not one that ends', [startedDaysAgo('a', 9, { ends_at: daysFromNow(1) }), startedDaysAgo('b', 1)], []],
    ['an overdue one that started before the paid one', [overdue('a', 9, 2), startedDaysAgo('b', 1)], ['a']],
    ['an overdue one that no longer gives Premium, since its payment is retried', [overdue('a', 40, 30), startedDaysAgo('b', 1)], ['a']],
    ['not a refunded one', [overdue('a', 40, 30, { ended_at: daysFromNow(-20) }), startedDaysAgo('b', 1)], []],
    ['the second of two overdue ones', [overdue('b', 8, 1), overdue('a', 9, 2)], ['b']],
    [
      'not one beside another that no longer gives Premium',
      [startedDaysAgo('a', 99, { period_ends_at: daysFromNow(-60) }), startedDaysAgo('b', 1)],
      [],
    ],
  ])('are %s', (_, given, ids) => expect(duplicateSubscriptions(given, now).map(({ id }) => id)).toEqual(ids));
});
