import { parseDay } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { endOfGivenPremium, MAX_GIVEN_DAYS, premiumReasons } from '#domain/people/given-premium';
import type { Subscription } from '#domain/subscriptions/subscription';
import { subscriptionAsOf } from '../../support/stored-subscription';

const now = new Date('2026-05-20T12:00:00Z');
const daysFromNow = (days: number) => new Date(now.getTime() + days * DAY_MS);
const today = parseDay('2026-05-20') ?? 0;

describe('Premium that is given through a day', () => {
  it.each([
    ['today', 0, '2026-05-21T00:00:00.000Z'],
    ['in a month', 31, '2026-06-21T00:00:00.000Z'],
    ['as far ahead as allowed', MAX_GIVEN_DAYS, '2036-05-21T00:00:00.000Z'],
  ])('ends with its last day: %s', (_, days, end) => {
    expect(endOfGivenPremium(today + days, now).toISOString()).toBe(end);
  });

  it.each([
    ['yesterday', -1, 'until must not be in the past'],
    ['after the furthest day', MAX_GIVEN_DAYS + 1, 'until must be at most 2036-05-20'],
  ])('is refused %s', (_, days, message) => {
    expect(() => endOfGivenPremium(today + days, now)).toThrow(message);
  });
});

describe('the reasons of Premium', () => {
  const paid = (overrides: Partial<Subscription> = {}) => subscriptionAsOf(now, overrides);
  const given = (ends_at: Date) => subscriptionAsOf(now, { provider: 'given', period_ends_at: null, ends_at });

  it.each<[string, () => Subscription[], ReturnType<typeof premiumReasons>]>([
    ['no subscription', () => [], { isPaid: false, paidUntil: null, givenUntil: null }],
    ['a paid one that renews', () => [paid()], { isPaid: true, paidUntil: null, givenUntil: null }],
    ['a paid one that ends', () => [paid({ ends_at: daysFromNow(5) })], { isPaid: true, paidUntil: daysFromNow(5), givenUntil: null }],
    [
      'two paid ones that end',
      () => [paid({ ends_at: daysFromNow(5) }), paid({ ends_at: daysFromNow(3) })],
      { isPaid: true, paidUntil: daysFromNow(5), givenUntil: null },
    ],
    [
      'one that ends beside one that renews',
      () => [paid({ ends_at: daysFromNow(5) }), paid()],
      { isPaid: true, paidUntil: null, givenUntil: null },
    ],
    ['a given one', () => [given(daysFromNow(9))], { isPaid: false, paidUntil: null, givenUntil: daysFromNow(9) }],
    ['a given one that has ended', () => [given(daysFromNow(-1))], { isPaid: false, paidUntil: null, givenUntil: null }],
    ['both', () => [given(daysFromNow(9)), paid()], { isPaid: true, paidUntil: null, givenUntil: daysFromNow(9) }],
  ])('with %s', (_, subscriptions, reasons) => {
    expect(premiumReasons(subscriptions(), now)).toEqual(reasons);
  });
});
