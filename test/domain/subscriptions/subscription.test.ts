import { DAY_MS } from '#domain/durations';
import {
  type Subscription,
  buildSubscriptionView,
  givesPremium,
  premiumEndsAt,
  canBeKept,
  duplicateSubscriptions,
  parseStoredSubscription,
  premiumSubscriptions,
} from '#domain/subscriptions/subscription';
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

describe('a stored subscription', () => {
  const subscription: Subscription = {
    provider: 'sandbox',
    id: 'sub_1',
    customer_id: 'ctm_1',
    status: 'past_due',
    started_at: new Date('2026-03-01T08:00:00Z'),
    period_ends_at: new Date('2026-04-01T08:00:00Z'),
    ends_at: new Date('2026-04-02T08:00:00Z'),
    past_due_since: new Date('2026-04-03T08:00:00Z'),
    ended_at: new Date('2026-04-04T08:00:00Z'),
  };

  it.each<[string, Subscription]>([
    ['with every field', subscription],
    ['that runs', { ...subscription, status: 'active', ends_at: null, past_due_since: null, ended_at: null }],
    ['without a customer and a period', { ...subscription, customer_id: null, period_ends_at: null }],
  ])('%s is the same after it was written as JSON', (_, stored) => {
    const row = JSON.parse(JSON.stringify(stored)) as Record<string, string | null>;
    expect(parseStoredSubscription(row)).toEqual(stored);
  });

  it('has null for times that the row lacks', () => {
    const row = { provider: 'paddle', id: 'sub_2', status: 'active', started_at: '2026-03-01T08:00:00.000Z' };
    expect(parseStoredSubscription(row)).toEqual({
      ...row,
      customer_id: null,
      started_at: new Date('2026-03-01T08:00:00Z'),
      period_ends_at: null,
      ends_at: null,
      past_due_since: null,
      ended_at: null,
    });
  });
});

describe('the stored subscriptions that give Premium', () => {
  const now = new Date('2026-05-01T00:00:00Z');
  const ended = { status: 'canceled', ended_at: new Date('2026-04-01T00:00:00Z'), ends_at: new Date('2026-04-01T00:00:00Z') } as const;
  const rowOf = (overrides: Partial<Subscription>) =>
    JSON.parse(JSON.stringify(subscriptionAsOf(now, overrides))) as Record<string, string | null>;
  const idsOf = (overrides: readonly Partial<Subscription>[] | null, countsSandbox: boolean) =>
    premiumSubscriptions(overrides && overrides.map(rowOf), now, countsSandbox).map(({ id }) => id);

  it.each<[string, readonly Partial<Subscription>[] | null, boolean, readonly string[]]>([
    ['are none of a user without any', null, true, []],
    ['are those that run', [{ id: 'runs' }, { id: 'over', ...ended }], false, ['runs']],
    ['include those of the sandbox while it is the provider', [{ id: 'a', provider: 'sandbox' }, { id: 'b' }], true, ['a', 'b']],
    ['leave out those of the sandbox elsewhere', [{ id: 'a', provider: 'sandbox' }, { id: 'b' }], false, ['b']],
    ['leave out one of the sandbox that is over', [{ id: 'a', provider: 'sandbox', ...ended }], true, []],
  ])('%s', (_, stored, countsSandbox, ids) => {
    expect(idsOf(stored, countsSandbox)).toEqual(ids);
  });
});
