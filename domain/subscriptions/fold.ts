import type { BillingEvent, Effect, JudgedState } from '#domain/subscriptions/billing';
import type { Subscription } from '#domain/subscriptions/status';

/** What the events of one subscription add up to, and whose it is; null for nobody's. */
export interface Folded {
  readonly subscription: Subscription;
  readonly user_id: string | null;
}

interface Sum {
  /** The newest state anybody told us. */
  readonly state: JudgedState | null;
  /** Set by the first state that was of ours, sold at our price, to a buyer we signed for; it never moves. */
  readonly bound: { readonly user_id: string; readonly price_id: string | null } | null;
  readonly paid_until: Date | null;
  readonly past_due_since: Date | null;
  readonly refunded: { readonly transaction_id: string; readonly at: Date } | null;
  /** Since when it is for something we do not sell. */
  readonly unsold_since: Date | null;
}

const nothing: Sum = { state: null, bound: null, paid_until: null, past_due_since: null, refunded: null, unsold_since: null };

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));
const later = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b > a) ? b : a);
const earlier = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b < a) ? b : a);

/** The order in which things happened; arrival says nothing. */
const byTime = (a: BillingEvent, b: BillingEvent): number =>
  a.occurred_at.getTime() - b.occurred_at.getTime() || (a.event_id < b.event_id ? -1 : a.event_id > b.event_id ? 1 : 0);

/**
 * A subscription out of all its events, in whatever order and however often they arrived: each event counts once, in order of
 * `occurred_at`, then `event_id`. Null while no event told its state.
 */
export function fold(provider: Subscription['provider'], id: string, events: readonly BillingEvent[]): Folded | null {
  const once = new Map(events.map((event) => [event.event_id, event]));
  const sum = [...once.values()].toSorted(byTime).reduce(add, nothing);
  if (sum.state === null) return null;
  const { status, customer_id, started_at, ends_at, stopped_at } = sum.state;
  return {
    user_id: sum.bound?.user_id ?? null,
    subscription: {
      provider,
      id,
      customer_id,
      status,
      started_at: new Date(started_at),
      period_ends_at: sum.paid_until,
      ends_at: status === 'paused' ? instant(stopped_at) : instant(ends_at),
      past_due_since: status === 'past_due' ? sum.past_due_since : null,
      ended_at: endOf(sum, sum.state),
    },
  };
}

/** Cancelled: when what was paid is used up. Refunded, or changed to what we do not sell: at once. */
function endOf({ refunded, unsold_since, paid_until }: Sum, { status, stopped_at }: JudgedState): Date | null {
  const cancelled = status === 'canceled' ? later(instant(stopped_at), paid_until) : null;
  return earlier(earlier(cancelled, refunded?.at ?? null), unsold_since);
}

function add(sum: Sum, { effect, occurred_at, user_id }: BillingEvent): Sum {
  switch (effect.what) {
    case 'state':
      return withState(sum, effect, occurred_at, user_id);
    case 'paid':
      return withPayment(sum, effect);
    case 'refunded':
      return { ...sum, refunded: sum.refunded ?? { transaction_id: effect.transaction_id, at: occurred_at } };
    case 'restored':
      return sum.refunded?.transaction_id === effect.transaction_id ? { ...sum, refunded: null } : sum;
    default:
      return effect satisfies never;
  }
}

function withState(sum: Sum, state: JudgedState, at: Date, user_id: string | null): Sum {
  const bound = sum.bound ?? (state.accepted && user_id !== null ? { user_id, price_id: state.price_id } : null);
  const sold = bound === null || state.accepted || state.price_id === bound.price_id;
  return {
    state: {
      ...state,
      stopped_at: state.status === 'canceled' || state.status === 'paused' ? (state.stopped_at ?? at.toISOString()) : null,
    },
    bound,
    paid_until: paidUntil(sum.paid_until, state),
    past_due_since: state.status === 'past_due' ? (sum.past_due_since ?? at) : null,
    refunded: sum.refunded,
    unsold_since: sold ? null : (sum.unsold_since ?? at),
  };
}

/** A period counts as paid while payments go well: a missed one starts a period that nobody paid. */
function paidUntil(before: Date | null, { status, period_ends_at }: JudgedState): Date | null {
  const said = instant(period_ends_at);
  if (status === 'past_due' || said === null) return before;
  return status === 'canceled' || status === 'paused' ? earlier(before, said) : said;
}

function withPayment(sum: Sum, { transaction_id, period_ends_at }: Extract<Effect, { what: 'paid' }>): Sum {
  const state = sum.state?.status === 'past_due' ? ({ ...sum.state, status: 'active' } as const) : sum.state;
  return {
    ...sum,
    state,
    paid_until: later(sum.paid_until, new Date(period_ends_at)),
    past_due_since: null,
    // New money after a refund buys Premium again; the news of the refunded payment itself does not.
    refunded: sum.refunded?.transaction_id === transaction_id ? sum.refunded : null,
  };
}
