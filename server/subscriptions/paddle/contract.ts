import { z } from 'zod';

const isoTime = z.iso.datetime({ offset: true, error: 'must be a time' });
const optionalOrNull = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? null);
const id = z.string().regex(/^[\w.:-]{1,100}$/, 'must be an id');

/** The envelope of every Paddle notice. Unknown fields are allowed. */
export const PaddleNotice = z.object({
  event_id: id,
  event_type: z.string().regex(/^[a-z][a-z_.]{0,80}$/, 'must be the name of an event'),
  occurred_at: isoTime.transform((text) => new Date(text)),
  data: z.looseObject({ id: id.optional() }),
});

const Money = z.object({ amount: z.string().regex(/^\d{1,12}$/).transform(Number), currency_code: z.string() }); // prettier-ignore

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
  custom_data: optionalOrNull(z.record(z.string(), z.unknown())),
});
export type PaddleSubscription = z.infer<typeof PaddleSubscription>;

/** The fields we read from the `data` of `transaction.*`. */
export const PaddleTransaction = z.object({
  id,
  subscription_id: optionalOrNull(id),
  billing_period: optionalOrNull(z.object({ ends_at: isoTime })),
});

/** The fields we read from the `data` of `adjustment.*`. */
export const PaddleAdjustment = z.object({
  id,
  action: z.string(),
  type: optionalOrNull(z.string()),
  status: z.string(),
  transaction_id: id,
  subscription_id: optionalOrNull(id),
});
export type PaddleAdjustment = z.infer<typeof PaddleAdjustment>;
