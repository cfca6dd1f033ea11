import type { Subscription } from '#domain/subscriptions/status';

const instant = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

/** A subscription read back from JSON, where its times are texts. */
export function storedSubscription(row: Readonly<Record<string, string | null>>): Subscription {
  return {
    provider: row['provider'] as Subscription['provider'],
    id: row['id'] ?? '',
    customer_id: row['customer_id'] ?? null,
    status: row['status'] as Subscription['status'],
    started_at: instant(row['started_at']) ?? new Date(0),
    period_ends_at: instant(row['period_ends_at']),
    ends_at: instant(row['ends_at']),
    past_due_since: instant(row['past_due_since']),
    ended_at: instant(row['ended_at']),
  };
}
