import fc from 'fast-check';
import type { BillingEvent, Effect, JudgedState } from '#domain/subscriptions/billing';
import { fold } from '#domain/subscriptions/fold';
import { givesPremium } from '#domain/subscriptions/status';

const START = Date.parse('2026-03-01T00:00:00Z');
const at = (day: number) => new Date(START + day * 86_400_000);
const on = (day: number) => at(day).toISOString();

let counter = 0;
const event = (day: number, effect: Effect, user_id: string | null = null): BillingEvent => ({
  event_id: `evt_${String(++counter).padStart(4, '0')}`,
  occurred_at: at(day),
  user_id,
  effect,
});
const state = (day: number, given: Partial<JudgedState> = {}, user_id: string | null = 'anna') =>
  event(
    day,
    {
      what: 'state',
      status: 'active',
      customer_id: 'ctm_1',
      started_at: on(0),
      period_ends_at: on(30),
      ends_at: null,
      stopped_at: null,
      price_id: 'pri_premium',
      accepted: true,
      ...given,
    },
    user_id,
  );
const paid = (day: number, transaction_id = 'txn_1') => event(day, { what: 'paid', transaction_id, period_ends_at: on(day + 30) });
const refunded = (day: number, transaction_id = 'txn_1') => event(day, { what: 'refunded', transaction_id });
const restored = (day: number, transaction_id = 'txn_1') => event(day, { what: 'restored', transaction_id });

const sum = (...events: BillingEvent[]) => fold('paddle', 'sub_1', events);
const premiumOn = (day: number, ...events: BillingEvent[]) => {
  const folded = sum(...events);
  return folded !== null && folded.user_id !== null && givesPremium(folded.subscription, at(day));
};

function permutations<T>(items: readonly T[]): T[][] {
  return items.length < 2
    ? [[...items]]
    : items.flatMap((item, place) => permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]));
}

describe('what the events of a subscription add up to', () => {
  const created = state(0);
  const life = [
    created,
    paid(0.01),
    state(3, { customer_id: 'ctm_2' }),
    state(10, { customer_id: 'ctm_2', ends_at: on(30) }),
    refunded(12),
  ];

  it('T42 is the same in all 120 orders of create, pay, update, cancel and refund', () => {
    const orders = permutations(life);
    expect(orders).toHaveLength(120);
    const [first, ...rest] = orders.map((order) => sum(...order));
    expect(first).toMatchObject({
      user_id: 'anna',
      subscription: { status: 'active', ends_at: at(30), ended_at: at(12), customer_id: 'ctm_2' },
    });
    for (const other of rest) expect(other).toEqual(first);
  });

  it('T42 counts each event once, however often it came', () => {
    for (const one of life) expect(sum(...life, one, one, one, one)).toEqual(sum(...life));
  });

  it('T42 is the same for any shuffle with any repeats of any story', () => {
    const story = fc.array(
      fc.oneof(
        fc
          .record({ day: fc.integer({ min: 0, max: 90 }), status: fc.constantFrom('active', 'trialing', 'past_due', 'paused', 'canceled') })
          .map(({ day, status }) =>
            state(
              day,
              {
                status: status as 'active',
                period_ends_at: day % 3 ? on(day + 30) : null,
                accepted: day % 5 > 0,
                price_id: day % 7 ? 'pri_premium' : 'pri_other',
              },
              day % 2 ? 'anna' : 'ben',
            ),
          ),
        fc.integer({ min: 0, max: 90 }).map((day) => paid(day, `txn_${day % 3}`)),
        fc.integer({ min: 0, max: 90 }).map((day) => refunded(day, `txn_${day % 3}`)),
        fc.integer({ min: 0, max: 90 }).map((day) => restored(day, `txn_${day % 3}`)),
      ),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(
        story.chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.array(fc.nat({ max: events.length - 1 }), { maxLength: 12 }).chain((repeats) =>
              fc.shuffledSubarray([...events, ...repeats.map((place) => events[place] as BillingEvent)], {
                minLength: events.length + repeats.length,
              }),
            ),
          ),
        ),
        ([events, delivered]) => expect(sum(...delivered)).toEqual(sum(...events)),
      ),
      { numRuns: 1_000 },
    );
  });

  it('is nothing while nobody told the state', () => {
    expect(sum()).toBeNull();
    expect(sum(paid(1), refunded(2))).toBeNull();
  });

  it.each<[string, BillingEvent[], Record<number, boolean>]>([
    ['goes on while it is active', [created], { 1: true, 45: true }],
    ['has not started before it started', [created], { [-1]: false }],
    ['counts a trial', [state(0, { status: 'trialing' })], { 1: true }],
    [
      'ends with what is paid when it is cancelled',
      [created, state(10, { ends_at: on(30) }), state(30, { status: 'canceled', stopped_at: on(30), period_ends_at: null })],
      { 29: true, 30: false, 31: false },
    ],
    [
      'keeps what is paid when it is cancelled at once',
      [created, state(10, { status: 'canceled', stopped_at: on(10), period_ends_at: null })],
      { 11: true, 29: true, 31: false },
    ],
    [
      'ends now when the notice says that its period is over',
      [created, state(10, { status: 'canceled', stopped_at: on(10), period_ends_at: on(10) })],
      { 9: true, 10: false },
    ],
    [
      'has seven days when a payment fails',
      [created, state(30, { status: 'past_due', period_ends_at: on(60) })],
      { 36: true, 37: false, 38: false },
    ],
    [
      'has seven days from the first failure, not the last',
      [created, state(30, { status: 'past_due' }), state(34, { status: 'past_due' })],
      { 36: true, 38: false },
    ],
    [
      'gives no month away when it is cancelled for want of payment',
      [
        created,
        state(30, { status: 'past_due', period_ends_at: on(60) }),
        state(33, { status: 'canceled', stopped_at: on(33), period_ends_at: null }),
      ],
      { 32: true, 34: false },
    ],
    [
      'is back with the payment',
      [created, state(30, { status: 'past_due', period_ends_at: on(60) }), paid(35, 'txn_2')],
      { 36: true, 40: true },
    ],
    [
      'starts the seven days again for the next missed payment',
      [created, state(30, { status: 'past_due' }), paid(32, 'txn_2'), state(62, { status: 'past_due' })],
      { 40: true, 68: true, 70: false },
    ],
    ['rests while it is paused', [created, state(5, { status: 'paused', stopped_at: on(5) })], { 4: true, 6: false }],
    ['goes on after a pause', [created, state(5, { status: 'paused', stopped_at: on(5) }), state(9)], { 10: true }],
    ['ends at once by a refund', [created, paid(0.01), refunded(12)], { 11: true, 12: false, 20: false }],
    ['ends by a refund that is told before the purchase', [refunded(12), paid(0.01), created], { 11: true, 12: false }],
    ['ends by a refund though it goes on elsewhere', [created, refunded(12), state(13)], { 14: false }],
    ['is bought again by new money after a refund', [created, paid(0.01), refunded(12), paid(30, 'txn_2')], { 20: true, 31: true }],
    ['is not bought again by news of the payment that was given back', [created, refunded(12, 'txn_1'), paid(13, 'txn_1')], { 14: false }],
    ['is restored when the money came back', [created, refunded(12), restored(15)], { 16: true }],
    ['is not restored by the money of another payment', [created, refunded(12, 'txn_1'), restored(15, 'txn_9')], { 16: false }],
    ['takes the cancel back', [created, state(10, { ends_at: on(30) }), state(12)], { 31: true }],
    [
      'ends when it is changed to what we do not sell',
      [created, state(10, { accepted: false, price_id: 'pri_cheap' })],
      { 9: true, 11: false },
    ],
    ['goes on at the price it was bought at, though we sell at another now', [created, state(10, { accepted: false })], { 11: true }],
    [
      'is back when it is what we sell again',
      [created, state(10, { accepted: false, price_id: 'pri_cheap' }), state(12, { accepted: false })],
      { 13: true },
    ],
  ])('%s', (_, events, days) => {
    for (const [day, premium] of Object.entries(days))
      expect({ day, premium: premiumOn(Number(day), ...events) }).toEqual({ day, premium });
  });

  describe('T43 whose it is', () => {
    it.each<[string, BillingEvent[], string | null]>([
      ['the buyer we signed for', [state(0, {}, 'anna')], 'anna'],
      ['nobody without our signature', [state(0, {}, null)], null],
      ['nobody at another price', [state(0, { accepted: false, price_id: 'pri_cheap' }, 'anna')], null],
      ['the first buyer, whatever later events say', [state(0, {}, 'anna'), state(1, {}, 'ben'), state(2, {}, null)], 'anna'],
      ['the first in time, not in arrival', [state(1, {}, 'ben'), state(0, {}, 'anna')], 'anna'],
      ['the first valid one', [state(0, { accepted: false, price_id: 'pri_cheap' }, 'ben'), state(1, {}, 'anna')], 'anna'],
      ['nobody by a payment alone', [{ ...paid(0), user_id: 'anna' }, state(1, {}, null)], null],
    ])('%s', (_, events, owner) => {
      expect(sum(...events)?.user_id).toBe(owner);
    });
  });
});
