import fc from 'fast-check';
import { DAY_MS } from '#domain/durations';
import type { BillingEvent, BillingEffect, EvaluatedState } from '#domain/subscriptions/billing-notice';
import { applyNotices } from '#domain/subscriptions/apply-notices';
import { givesPremium } from '#domain/subscriptions/subscription';

const START = Date.parse('2026-03-01T00:00:00Z');
const dayAt = (day: number) => new Date(START + day * DAY_MS);
const isoDay = (day: number) => dayAt(day).toISOString();

let eventCount = 0;
const billingEvent = (day: number, effect: BillingEffect, userId: string | null = null): BillingEvent => ({
  event_id: `evt_${String(++eventCount).padStart(4, '0')}`,
  occurred_at: dayAt(day),
  user_id: userId,
  effect,
});
const stateEvent = (day: number, overrides: Partial<EvaluatedState> = {}, userId: string | null = 'anna') =>
  billingEvent(
    day,
    {
      what: 'state',
      status: 'active',
      customer_id: 'ctm_1',
      started_at: isoDay(0),
      period_ends_at: isoDay(30),
      ends_at: null,
      stopped_at: null,
      price_id: 'pri_premium',
      accepted: true,
      ...overrides,
    },
    userId,
  );
const paidEvent = (day: number, transactionId = 'txn_1') =>
  billingEvent(day, { what: 'paid', transaction_id: transactionId, period_ends_at: isoDay(day + 30) });
const refundEvent = (day: number, transactionId = 'txn_1') => billingEvent(day, { what: 'refunded', transaction_id: transactionId });
const refundReversedEvent = (day: number, transactionId = 'txn_1') =>
  billingEvent(day, { what: 'restored', transaction_id: transactionId });

/** Unpaid since this day, into a period that ends on day 60. */
const unpaidEvent = (day: number) => stateEvent(day, { status: 'past_due', period_ends_at: isoDay(60) });
const canceledEvent = (day: number, periodEndsAt: string | null = null) =>
  stateEvent(day, { status: 'canceled', stopped_at: isoDay(day), period_ends_at: periodEndsAt });
const cheaperEvent = (day: number) => stateEvent(day, { accepted: false, price_id: 'pri_cheap' });

const applyAll = (...events: BillingEvent[]) => applyNotices('paddle', 'sub_1', events);
const premiumOn = (day: number, ...events: BillingEvent[]) => {
  const stored = applyAll(...events);
  return stored !== null && stored.user_id !== null && givesPremium(stored.subscription, dayAt(day));
};

function permutations<T>(items: readonly T[]): T[][] {
  return items.length < 2
    ? [[...items]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

describe('a subscription computed from its events', () => {
  const created = stateEvent(0);
  it('is the same for any order and any repetition of any events', () => {
    const eventLists = fc.array(
      fc.oneof(
        fc
          .record({ day: fc.integer({ min: 0, max: 90 }), status: fc.constantFrom('active', 'trialing', 'past_due', 'paused', 'canceled') })
          .map(({ day, status }) =>
            stateEvent(
              day,
              {
                status: status as 'active',
                period_ends_at: day % 3 ? isoDay(day + 30) : null,
                accepted: day % 5 > 0,
                price_id: day % 7 ? 'pri_premium' : 'pri_other',
              },
              day % 2 ? 'anna' : 'ben',
            ),
          ),
        fc.integer({ min: 0, max: 90 }).map((day) => paidEvent(day, `txn_${day % 3}`)),
        fc.integer({ min: 0, max: 90 }).map((day) => refundEvent(day, `txn_${day % 3}`)),
        fc.integer({ min: 0, max: 90 }).map((day) => refundReversedEvent(day, `txn_${day % 3}`)),
      ),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(
        eventLists.chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.array(fc.nat({ max: events.length - 1 }), { maxLength: 12 }).chain((repeats) =>
              fc.shuffledSubarray([...events, ...repeats.map((index) => events[index] as BillingEvent)], {
                minLength: events.length + repeats.length,
              }),
            ),
          ),
        ),
        ([events, delivered]) => expect(applyAll(...delivered)).toEqual(applyAll(...events)),
      ),
      { numRuns: 1_000 },
    );
  });

  it('counts events of the same time in the order of their ids', () => {
    const paused = { ...stateEvent(5, { status: 'paused', stopped_at: isoDay(5) }), event_id: 'evt_b' };
    const resumed = { ...stateEvent(5), event_id: 'evt_c' };
    const orders = permutations([{ ...stateEvent(5, { status: 'past_due' }), event_id: 'evt_a' }, paused, resumed]);
    expect(orders.map((order) => applyAll(...order)?.subscription.status)).toEqual(orders.map(() => 'active'));
  });

  it('ends with its cancellation, not with a later refund', () => {
    const canceled = canceledEvent(10, isoDay(10));
    expect(applyAll(created, canceled, refundEvent(12))?.subscription.ended_at).toEqual(dayAt(10));
    expect(applyAll(created, canceled, refundEvent(8))?.subscription.ended_at).toEqual(dayAt(8));
  });

  it('is null without a state', () => {
    expect(applyAll()).toBeNull();
    expect(applyAll(paidEvent(1), refundEvent(2))).toBeNull();
  });

  it.each<[string, BillingEvent[], Record<number, boolean>]>([
    ['continues while it is active, and for seven days without a renewal', [created], { 1: true, 36: true, 38: false }],
    ['gives nothing before its start', [created], { [-1]: false }],
    [
      'continues with the next period when it is renewed',
      [created, stateEvent(30, { period_ends_at: isoDay(60) })],
      { 50: true, 68: false },
    ],
    ['keeps its period when a notice does not state one', [created, stateEvent(3, { period_ends_at: null })], { 36: true, 38: false }],
    ['includes a trial', [stateEvent(0, { status: 'trialing' })], { 1: true }],
    [
      'ends with the paid period when it is canceled',
      [created, stateEvent(10, { ends_at: isoDay(30) }), canceledEvent(30)],
      { 29: true, 30: false, 31: false },
    ],
    ['keeps the paid period when it is canceled immediately', [created, canceledEvent(10)], { 11: true, 29: true, 31: false }],
    ['ends when the notice states that its period has ended', [created, canceledEvent(10, isoDay(10))], { 9: true, 10: false }],
    ['has seven days of grace when a payment fails', [created, unpaidEvent(30)], { 36: true, 37: false, 38: false }],
    [
      'counts the grace period from the first failure',
      [created, stateEvent(30, { status: 'past_due' }), stateEvent(34, { status: 'past_due' })],
      { 36: true, 38: false },
    ],
    [
      'gives no unpaid month when it is canceled for a missing payment',
      [created, unpaidEvent(30), canceledEvent(33)],
      { 32: true, 34: false },
    ],
    ['resumes with the payment', [created, unpaidEvent(30), paidEvent(35, 'txn_2')], { 36: true, 40: true }],
    [
      'starts a new grace period for the next missed payment',
      [created, stateEvent(30, { status: 'past_due' }), paidEvent(32, 'txn_2'), stateEvent(62, { status: 'past_due' })],
      { 40: true, 68: true, 70: false },
    ],
    ['stops while it is paused', [created, stateEvent(5, { status: 'paused', stopped_at: isoDay(5) })], { 4: true, 6: false }],
    [
      'stops when it was paused, not when the notice came',
      [created, stateEvent(7, { status: 'paused', stopped_at: isoDay(5) })],
      { 4: true, 6: false },
    ],
    ['stops with the notice of a pause without a time', [created, stateEvent(5, { status: 'paused' })], { 4: true, 6: false }],
    [
      'gives no unpaid month when it is canceled with one stated',
      [created, unpaidEvent(30), canceledEvent(33, isoDay(60))],
      { 32: true, 34: false },
    ],
    ['resumes after a pause', [created, stateEvent(5, { status: 'paused', stopped_at: isoDay(5) }), stateEvent(9)], { 10: true }],
    ['ends immediately with a refund', [created, paidEvent(0.01), refundEvent(12)], { 11: true, 12: false, 20: false }],
    ['ends with a refund that arrives before the purchase', [refundEvent(12), paidEvent(0.01), created], { 11: true, 12: false }],
    ['ends with a refund even if the provider continues it', [created, refundEvent(12), stateEvent(13)], { 14: false }],
    [
      'resumes with a new payment after a refund',
      [created, paidEvent(0.01), refundEvent(12), paidEvent(30, 'txn_2')],
      { 20: true, 31: true },
    ],
    [
      'does not resume with a late notice of the refunded payment',
      [created, refundEvent(12, 'txn_1'), paidEvent(13, 'txn_1')],
      { 14: false },
    ],
    ['is restored when the refund is reversed', [created, refundEvent(12), refundReversedEvent(15)], { 16: true }],
    [
      'is not restored by the reversal of another refund',
      [created, refundEvent(12, 'txn_1'), refundReversedEvent(15, 'txn_9')],
      { 16: false },
    ],
    [
      'is not restored while another of its payments is charged back',
      [created, refundEvent(12, 'txn_1'), refundEvent(12, 'txn_2'), refundReversedEvent(15, 'txn_1')],
      { 16: false },
    ],
    [
      'is restored when all refunds are reversed, in any order',
      [created, refundEvent(12, 'txn_1'), refundEvent(12, 'txn_2'), refundReversedEvent(15, 'txn_2'), refundReversedEvent(16, 'txn_1')],
      { 17: true },
    ],
    [
      'continues when a period before the one that was paid since is refunded',
      [created, paidEvent(0.01), paidEvent(30, 'txn_2'), refundEvent(35, 'txn_1')],
      { 36: true, 59: true },
    ],
    [
      'ends when the last period is refunded after an earlier one',
      [created, paidEvent(0.01), paidEvent(30, 'txn_2'), refundEvent(35, 'txn_1'), refundEvent(36, 'txn_2')],
      { 35: true, 37: false },
    ],
    ['continues when the cancellation is reverted', [created, stateEvent(10, { ends_at: isoDay(30) }), stateEvent(12)], { 31: true }],
    ['ends when it is changed to something we do not sell', [created, cheaperEvent(10)], { 9: true, 11: false }],
    ['continues at its original price after our price changes', [created, stateEvent(10, { accepted: false })], { 11: true }],
    ['resumes when it is changed back to what we sell', [created, cheaperEvent(10), stateEvent(12, { accepted: false })], { 13: true }],
  ])('%s', (_, events, days) => {
    for (const [day, premium] of Object.entries(days))
      expect({ day, premium: premiumOn(Number(day), ...events) }).toEqual({ day, premium });
  });

  describe('the owner', () => {
    it.each<[string, BillingEvent[], string | null]>([
      ['is the buyer we signed for', [stateEvent(0, {}, 'anna')], 'anna'],
      ['is null without our signature', [stateEvent(0, {}, null)], null],
      ['is null at another price', [stateEvent(0, { accepted: false, price_id: 'pri_cheap' }, 'anna')], null],
      [
        'is the first buyer, regardless of later events',
        [stateEvent(0, {}, 'anna'), stateEvent(1, {}, 'ben'), stateEvent(2, {}, null)],
        'anna',
      ],
      ['is the first buyer by time, not by arrival', [stateEvent(1, {}, 'ben'), stateEvent(0, {}, 'anna')], 'anna'],
      [
        'is the first buyer of an accepted sale',
        [stateEvent(0, { accepted: false, price_id: 'pri_cheap' }, 'ben'), stateEvent(1, {}, 'anna')],
        'anna',
      ],
      ['is the first buyer that we signed for', [stateEvent(0, {}, null), stateEvent(1, {}, 'anna')], 'anna'],
      ['is null with only a payment', [{ ...paidEvent(0), user_id: 'anna' }, stateEvent(1, {}, null)], null],
    ])('%s', (_, events, owner) => {
      expect(applyAll(...events)?.user_id).toBe(owner);
    });
  });
});
