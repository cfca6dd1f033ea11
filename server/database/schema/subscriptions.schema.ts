import type { BillingEffect } from '#domain/subscriptions/billing-notice';
import type { Subscription } from '#domain/subscriptions/subscription';
import * as column from '#server/database/schema/table';
import { type StoredRow, table } from '#server/database/schema/table';

/** All events received from a payment provider, each stored once. */
export const billingEventSchema = table('billing_events', {
  provider: column.textKeyOf<Subscription['provider']>(),
  event_id: column.binaryTextKey,
  subscription_id: column.nullableBinaryText,
  user_id: column.nullableUuid,
  kind: column.requiredText,
  occurred_at: column.requiredTimestamp,
  received_at: column.requiredTimestamp,
  effect: column.nullableJson<BillingEffect>(),
  event: column.requiredJson<unknown>(),
});

/** The state of each subscription, derived from its events. */
export const subscriptionSchema = table('subscriptions', {
  provider: column.textKeyOf<Subscription['provider']>(),
  id: column.binaryTextKey,
  user_id: column.nullableUuid,
  customer_id: column.nullableText,
  status: column.requiredTextOf<Subscription['status']>(),
  started_at: column.requiredTimestamp,
  period_ends_at: column.nullableTimestamp,
  ends_at: column.nullableTimestamp,
  past_due_since: column.nullableTimestamp,
  ended_at: column.nullableTimestamp,
  changed_at: column.requiredTimestamp,
  checked_at: column.nullableTimestamp,
  welcomed_at: column.nullableTimestamp,
  duplicate_reported_at: column.nullableTimestamp,
});
export type SubscriptionRow = StoredRow<typeof subscriptionSchema>;
