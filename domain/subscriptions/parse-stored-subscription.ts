import { givesPremium, type Subscription } from '#domain/subscriptions/subscription';

const toDate = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

/** Parses a subscription from a JSON row, in which times are texts. */
export function parseStoredSubscription(row: Readonly<Record<string, string | null>>): Subscription {
  return {
    provider: row['provider'] as Subscription['provider'],
    id: row['id'] ?? '',
    customer_id: row['customer_id'] ?? null,
    status: row['status'] as Subscription['status'],
    started_at: toDate(row['started_at']) ?? new Date(0),
    period_ends_at: toDate(row['period_ends_at']),
    ends_at: toDate(row['ends_at']),
    past_due_since: toDate(row['past_due_since']),
    ended_at: toDate(row['ended_at']),
  };
}

/** The stored subscriptions that give Premium now. Those of the sandbox count only while it is the payment provider. */
export const premiumSubscriptions = (
  rows: readonly Readonly<Record<string, string | null>>[] | null,
  now: Date,
  countsSandbox: boolean,
): readonly Subscription[] =>
  (rows ?? [])
    .map(parseStoredSubscription)
    .filter((subscription) => (countsSandbox || subscription.provider !== 'sandbox') && givesPremium(subscription, now));
