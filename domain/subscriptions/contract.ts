import { z } from 'zod';

const isoTime = z.iso.datetime({ offset: true, error: 'must be a time' });
const optionalOrNull = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? null);
const id = z.string().regex(/^[\w.:-]{1,100}$/, 'must be an id');

/** Every notice of the provider, whatever it is about; fields we do not know are allowed. */
export const PaddleNotice = z.object({
  event_id: id,
  event_type: z.string().regex(/^[a-z][a-z_.]{0,80}$/, 'must be the name of an event'),
  occurred_at: isoTime.transform((text) => new Date(text)),
  data: z.looseObject({ id: id.optional() }),
});

/** A notice as it travels. */
export type SentNotice = z.input<typeof PaddleNotice>;

const Money = z.object({ amount: z.string().regex(/^\d{1,12}$/).transform(Number), currency_code: z.string() }); // prettier-ignore

const customData = optionalOrNull(z.record(z.string(), z.unknown()));

/** The `data` of `subscription.*`: the whole subscription. */
export const PaddleSubscription = z.object({
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
  custom_data: customData,
});

export type SubscriptionData = z.infer<typeof PaddleSubscription>;

/** The `data` of `transaction.*`, as far as it concerns us. */
export const PaddleTransaction = z.object({
  id,
  subscription_id: optionalOrNull(id),
  billing_period: optionalOrNull(z.object({ ends_at: isoTime })),
});

/** The `data` of `adjustment.*`. */
export const PaddleAdjustment = z.object({
  id,
  action: z.string(),
  type: optionalOrNull(z.string()),
  status: z.string(),
  transaction_id: id,
  subscription_id: optionalOrNull(id),
});

export type AdjustmentData = z.infer<typeof PaddleAdjustment>;

export const sandboxActions = ['pay', 'renew', 'fail', 'cancel', 'refund', 'end_period'] as const;

/** What one can make the sandbox's provider do. */
export const SandboxPayment = z.object({
  action: z.enum(sandboxActions, `must be one of ${sandboxActions.join(', ')}`).describe('What happens.'),
  product: z.enum(['user', 'admin'], 'must be user or admin').default('user').describe('Which of the two products.'),
});

export type SandboxPaymentOrder = z.input<typeof SandboxPayment>;

export const LinkPurposeText = z.enum(['cancel', 'update'], 'must be cancel or update').describe('To cancel, or to change the card.');
