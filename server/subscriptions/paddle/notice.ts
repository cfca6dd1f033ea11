import { z } from 'zod';
import { InvalidInput } from '#domain/errors';
import type { BillingNotice, SubscriptionChange, ProviderName, SubscriptionState } from '#domain/subscriptions/billing-notice';

const isoTime = z.iso.datetime({ offset: true, error: 'must be a time' });
const optionalOrNull = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? null);
const id = z.string().regex(/^[\w.:-]{1,100}$/, 'must be an id');

/** The envelope of every Paddle notice. Unknown fields are allowed. */
const PaddleNotice = z.object({
  event_id: id,
  event_type: z.string().regex(/^[a-z][a-z_.]{0,80}$/, 'must be the name of an event'),
  occurred_at: isoTime.transform((text) => new Date(text)),
  data: z.looseObject({ id: id.optional() }),
});

const Money = z.object({ amount: z.string().regex(/^\d{1,12}$/).transform(Number), currency_code: z.string() }); // prettier-ignore

/** The `data` of `subscription.*`: the whole subscription. */
const PaddleSubscription = z.object({
  id,
  status: z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled']),
  customer_id: optionalOrNull(id),
  currency_code: z.string(),
  created_at: optionalOrNull(isoTime),
  updated_at: optionalOrNull(isoTime),
  started_at: optionalOrNull(isoTime),
  first_billed_at: optionalOrNull(isoTime),
  next_billed_at: optionalOrNull(isoTime),
  paused_at: optionalOrNull(isoTime),
  canceled_at: optionalOrNull(isoTime),
  discount: optionalOrNull(z.looseObject({})),
  current_billing_period: optionalOrNull(z.object({ ends_at: isoTime })),
  scheduled_change: optionalOrNull(z.object({ action: z.string(), effective_at: isoTime })),
  items: z.array(z.object({ quantity: z.number().optional(), price: optionalOrNull(z.object({ id, unit_price: Money })) })),
  custom_data: optionalOrNull(z.record(z.string(), z.unknown())),
});
type PaddleSubscription = z.infer<typeof PaddleSubscription>;

/** The fields we read from the `data` of `transaction.*`. */
const PaddleTransaction = z.object({
  id,
  subscription_id: optionalOrNull(id),
  billing_period: optionalOrNull(z.object({ ends_at: isoTime })),
  details: optionalOrNull(z.object({ totals: optionalOrNull(z.object({ total: optionalOrNull(z.string()) })) })),
});
type PaddleTransaction = z.infer<typeof PaddleTransaction>;

/** The fields we read from the `data` of `adjustment.*`. */
const PaddleAdjustment = z.object({
  id,
  action: z.string(),
  type: optionalOrNull(z.string()),
  status: z.string(),
  transaction_id: id,
  subscription_id: optionalOrNull(id),
});
type PaddleAdjustment = z.infer<typeof PaddleAdjustment>;

type PaddleChange = Pick<BillingNotice, 'subscription_id' | 'change' | 'items' | 'discounted' | 'custom_data'>;

const noChange: PaddleChange = { subscription_id: null, change: null, items: [], discounted: false, custom_data: null };

/** Successful payments. */
const PAID_EVENT_TYPES = new Set(['transaction.completed', 'transaction.paid']);

/** Adjustments that return money to the buyer. */
const RETURN_ACTIONS = new Set(['refund', 'chargeback']);

const REDACTED_EMAIL = '[e-mail]';

/** Both quantifiers are bounded, so that matching takes linear time. */
const emailPattern = /[^\s@"<>(),;:]{1,64}@[^\s@"<>(),;:]{1,255}/g;

const emailFieldPattern = /e-?mail|cardholder/i;

/** Redacts addresses, and removes NUL and lone surrogates, which Postgres cannot store. */
const redactText = (text: string): string => {
  const storable = text.replaceAll('\0', '').toWellFormed();
  return storable.includes('@') ? storable.replace(emailPattern, REDACTED_EMAIL) : storable;
};

/** Removes email addresses from a record: fields named for them are dropped, and other texts are redacted. */
export function redactEmails(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactEmails);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => !emailFieldPattern.test(name));
  return Object.fromEntries(fields.map(([name, nested]) => [redactText(name), redactEmails(nested)]));
}

/** Parses a value; `path` prefixes the field names of its errors. */
function parseWith<T>(schema: z.ZodType<T>, value: unknown, path = ''): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new InvalidInput(result.error.issues.map((issue) => `${[path, ...issue.path].filter(String).join('.')} ${issue.message}`.trim()));
}

/** Parses a Paddle notice. Kinds that concern no subscription have no effect. Throws `InvalidInput` for malformed notices. */
export function parsePaddleNotice(provider: ProviderName, body: unknown): BillingNotice {
  const { event_id, event_type, occurred_at, data } = parseWith(PaddleNotice, body);
  const raw = redactEmails(body) as Readonly<Record<string, unknown>>;
  const claimed_user_id = claimedUserId(data['custom_data']);
  return { provider, event_id, kind: event_type, occurred_at, claimed_user_id, raw, ...parseChange(event_type, data) };
}

/** The user id that our checkout attached; any kind of notice may have one. */
function claimedUserId(customData: unknown): string | null {
  const userId = (customData as { readonly user_id?: unknown } | null | undefined)?.user_id;
  return typeof userId === 'string' ? userId : null;
}

function parseChange(kind: string, data: unknown): PaddleChange {
  if (kind.startsWith('subscription.')) return subscriptionChange(parseWith(PaddleSubscription, data, 'data'));
  if (kind.startsWith('transaction.')) {
    const transaction = parseWith(PaddleTransaction, data, 'data');
    return {
      ...noChange,
      subscription_id: transaction.subscription_id,
      change: PAID_EVENT_TYPES.has(kind) ? paymentOf(transaction) : null,
    };
  }
  if (kind.startsWith('adjustment.')) {
    const adjustment = parseWith(PaddleAdjustment, data, 'data');
    return { ...noChange, subscription_id: adjustment.subscription_id, change: adjustmentChange(adjustment) };
  }
  return noChange;
}

/** A transaction of nothing, such as a new card for an active subscription, pays for no period. */
function paymentOf({ id, billing_period, details }: PaddleTransaction): SubscriptionChange | null {
  if (billing_period === null || details?.totals?.total === '0') return null;
  return { what: 'paid', transaction_id: id, period_ends_at: billing_period.ends_at };
}

/** A full refund or chargeback ends Premium; a reversed one restores it. */
function adjustmentChange({ action, type, status, transaction_id }: PaddleAdjustment): SubscriptionChange | null {
  if (type !== 'full') return null;
  if (RETURN_ACTIONS.has(action) && status === 'approved') return { what: 'refunded', transaction_id };
  if (action === 'chargeback_reverse' ? status === 'approved' : RETURN_ACTIONS.has(action) && status === 'reversed')
    return { what: 'restored', transaction_id };
  return null;
}

function subscriptionChange(data: PaddleSubscription): PaddleChange {
  return {
    subscription_id: data.id,
    change: subscriptionStateOf(data),
    items: data.items.flatMap(({ price }) =>
      price === null ? [] : [{ price_id: price.id, amount: price.unit_price.amount, currency: billedCurrency(data.currency_code, price) }],
    ),
    discounted: data.discount !== null,
    custom_data: data.custom_data,
  };
}

/** Returns no currency for a price that is billed in another currency: it is not our price. */
const billedCurrency = (currency: string, price: { readonly unit_price: { readonly currency_code: string } }): string =>
  price.unit_price.currency_code === currency ? currency : '';

function subscriptionStateOf(data: PaddleSubscription): SubscriptionState {
  const started = data.started_at ?? data.first_billed_at ?? data.created_at;
  if (started === null) throw new InvalidInput(['data.started_at must be a time']);
  return {
    what: 'state',
    status: data.status,
    customer_id: data.customer_id,
    started_at: started,
    period_ends_at: data.current_billing_period?.ends_at ?? data.next_billed_at,
    ends_at: data.scheduled_change && data.scheduled_change.action !== 'resume' ? data.scheduled_change.effective_at : null,
    stopped_at: data.status === 'canceled' ? data.canceled_at : data.status === 'paused' ? data.paused_at : null,
  };
}
