import { type PersonChange, refusalOf } from '#domain/people/person-changes';
import { parseDay } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { endOfGivenPremium, MAX_GIVEN_DAYS, premiumReasons } from '#domain/people/given-premium';
import type { Subscription } from '#domain/subscriptions/subscription';
import { subscriptionAsOf } from '../../support/stored-subscription';

const ada = { id: 'ada', is_admin: false, is_confirmed: true, is_paid: false, given_until: null };
const until = '2027-01-01T00:00:00.000Z';

describe('what administrators may do to an account', () => {
  it.each<[PersonChange, string, Partial<Parameters<typeof refusalOf>[1]>, RegExp | null]>([
    ['end sessions', 'of a user', {}, null],
    ['end sessions', 'of another administrator', { is_admin: true }, null],
    ['end sessions', 'of their own', { id: 'boss', is_admin: true }, /your own account/],
    ['delete', 'of a user', {}, null],
    ['delete', 'of a user without a confirmed address', { is_confirmed: false }, null],
    ['delete', 'of another administrator', { is_admin: true }, /admin remove/],
    ['delete', 'of their own', { id: 'boss', is_admin: true }, /your own account/],
    ['give Premium', 'to a user', {}, null],
    ['give Premium', 'to a user who pays', { is_paid: true }, null],
    ['give Premium', 'to a user who was given it before', { given_until: until }, null],
    ['give Premium', 'to an administrator', { is_admin: true }, /every Premium feature/],
    ['give Premium', 'to an address that is not confirmed', { is_confirmed: false }, /not confirmed/],
    ['end Premium', 'that was given', { given_until: until }, null],
    ['end Premium', 'that was given to a user who pays too', { given_until: until, is_paid: true }, null],
    ['end Premium', 'that is paid for', { is_paid: true }, /paid for.*payment provider/],
    ['end Premium', 'of a user without it', {}, /No Premium was given/],
  ])('%s %s', (change, _, overrides, refusal) => {
    const found = refusalOf(change, { ...ada, ...overrides }, 'boss');
    if (refusal === null) expect(found).toBeNull();
    else expect(found).toMatch(refusal);
  });
});

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
