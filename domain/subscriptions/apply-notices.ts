import type { BillingEvent, BillingEffect, EvaluatedState } from '#domain/subscriptions/billing-notice';
import type { Subscription } from '#domain/subscriptions/subscription';

/** A subscription computed from its events, and its owner; null while no verified buyer is known. */
export interface OwnedSubscription {
  readonly subscription: Subscription;
  readonly user_id: string | null;
}

interface SubscriptionAccumulator {
  /** The latest state. */
  readonly state: EvaluatedState | null;
  /** The buyer: set by the first accepted sale to a verified user, and never changed. */
  readonly bound: { readonly user_id: string; readonly price_id: string | null } | null;
  readonly paid_until: Date | null;
  readonly past_due_since: Date | null;
  /** The end of the period that each payment is for. */
  readonly payments: ReadonlyMap<string, Date>;
  /** When payments were refunded, earliest first; without those that were restored or that a later payment followed. */
  readonly refunds: ReadonlyMap<string, Date>;
  /** Since when it has been for something we do not sell. */
  readonly unsold_since: Date | null;
}

const emptyAccumulator: SubscriptionAccumulator = {
  state: null,
  bound: null,
  paid_until: null,
  past_due_since: null,
  payments: new Map(),
  refunds: new Map(),
  unsold_since: null,
};

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));
const laterOf = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b > a) ? b : a);
const earlierOf = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b < a) ? b : a);

/** Orders events by when they happened, not by when they arrived. */
const compareByTime = (a: BillingEvent, b: BillingEvent): number =>
  a.occurred_at.getTime() - b.occurred_at.getTime() || (a.event_id < b.event_id ? -1 : a.event_id > b.event_id ? 1 : 0);

/**
 * Computes a subscription from all its events. Each event counts once, in order of `occurred_at`, then `event_id`, whatever the order of
 * their delivery. Returns null while no event has stated the subscription's state.
 */
export function applyNotices(provider: Subscription['provider'], id: string, events: readonly BillingEvent[]): OwnedSubscription | null {
  const eventsById = new Map(events.map((event) => [event.event_id, event]));
  const accumulator = [...eventsById.values()].toSorted(compareByTime).reduce(applyEvent, emptyAccumulator);
  if (accumulator.state === null) return null;
  const { status, customer_id, started_at, ends_at, stopped_at } = accumulator.state;
  return {
    user_id: accumulator.bound?.user_id ?? null,
    subscription: {
      provider,
      id,
      customer_id,
      status,
      started_at: new Date(started_at),
      period_ends_at: accumulator.paid_until,
      ends_at: status === 'paused' ? toDate(stopped_at) : toDate(ends_at),
      past_due_since: status === 'past_due' ? accumulator.past_due_since : null,
      ended_at: endDateOf(accumulator, accumulator.state),
    },
  };
}

/** A canceled subscription ends with its paid period; a refunded one, or one changed to something we do not sell, ends immediately. */
function endDateOf({ refunds, unsold_since, paid_until }: SubscriptionAccumulator, { status, stopped_at }: EvaluatedState): Date | null {
  const canceledAt = status === 'canceled' ? laterOf(toDate(stopped_at), paid_until) : null;
  const [refundedAt = null] = refunds.values();
  return earlierOf(earlierOf(canceledAt, refundedAt), unsold_since);
}

function applyEvent(accumulator: SubscriptionAccumulator, { effect, occurred_at, user_id }: BillingEvent): SubscriptionAccumulator {
  switch (effect.what) {
    case 'state':
      return applyState(accumulator, effect, occurred_at, user_id);
    case 'paid':
      return applyPayment(accumulator, effect);
    case 'refunded':
      return applyRefund(accumulator, effect.transaction_id, occurred_at);
    case 'restored':
      return { ...accumulator, refunds: new Map([...accumulator.refunds].filter(([id]) => id !== effect.transaction_id)) };
    default:
      return effect satisfies never;
  }
}

function applyState(accumulator: SubscriptionAccumulator, state: EvaluatedState, at: Date, userId: string | null): SubscriptionAccumulator {
  const bound = accumulator.bound ?? (state.accepted && userId !== null ? { user_id: userId, price_id: state.price_id } : null);
  const isSold = bound === null || state.accepted || state.price_id === bound.price_id;
  return {
    ...accumulator,
    state: {
      ...state,
      stopped_at: state.status === 'canceled' || state.status === 'paused' ? (state.stopped_at ?? at.toISOString()) : null,
    },
    bound,
    paid_until: paidUntil(accumulator.paid_until, state),
    past_due_since: state.status === 'past_due' ? (accumulator.past_due_since ?? at) : null,
    unsold_since: isSold ? null : (accumulator.unsold_since ?? at),
  };
}

/** A new period counts as paid unless a payment is overdue or the subscription has stopped. */
function paidUntil(paidBefore: Date | null, { status, period_ends_at }: EvaluatedState): Date | null {
  const statedEnd = toDate(period_ends_at);
  if (status === 'past_due' || statedEnd === null) return paidBefore;
  return status === 'canceled' || status === 'paused' ? earlierOf(paidBefore, statedEnd) : statedEnd;
}

function applyPayment(
  accumulator: SubscriptionAccumulator,
  { transaction_id, period_ends_at }: Extract<BillingEffect, { what: 'paid' }>,
): SubscriptionAccumulator {
  const state = accumulator.state?.status === 'past_due' ? ({ ...accumulator.state, status: 'active' } as const) : accumulator.state;
  const paidUntil = new Date(period_ends_at);
  return {
    ...accumulator,
    state,
    paid_until: laterOf(accumulator.paid_until, paidUntil),
    past_due_since: null,
    payments: new Map([...accumulator.payments, [transaction_id, paidUntil]]),
    // A new payment after a refund buys Premium again; a late notice of a refunded payment does not.
    refunds: accumulator.refunds.has(transaction_id) ? accumulator.refunds : emptyAccumulator.refunds,
  };
}

/** The refund of an earlier period leaves the one that was paid since. */
function applyRefund(accumulator: SubscriptionAccumulator, transactionId: string, at: Date): SubscriptionAccumulator {
  const { payments, refunds } = accumulator;
  const paidUntil = payments.get(transactionId);
  const isPaidSince = paidUntil !== undefined && [...payments.values()].some((other) => other > paidUntil);
  return isPaidSince || refunds.has(transactionId) ? accumulator : { ...accumulator, refunds: new Map([...refunds, [transactionId, at]]) };
}
