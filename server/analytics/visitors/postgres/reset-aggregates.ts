import type { ClientBase } from 'pg';
import type { Day } from '#domain/days';

/** Days whose totals are deleted even where their raw events are gone. */
interface DeletedDays {
  readonly from: Day;
  readonly to: Day;
}

/**
 * Deletes the daily totals that raw events can restore, and those of the given days in any case; the next aggregation counts the remaining
 * events again. Call it in the transaction that changes the raw events.
 */
export async function resetAggregates(client: ClientBase, days: DeletedDays): Promise<void> {
  const { rows } = await client.query<{ kept_from: Day | null }>('select kept_from from event_aggregation for update');
  const rawEventsFrom = rows[0]?.kept_from ?? null;
  for (const table of ['event_days', 'page_days', 'referrer_days', 'visitor_windows']) {
    await client.query(`delete from ${table} where $1::int is null or day >= $1 or day between $2 and $3`, [
      rawEventsFrom,
      days.from,
      days.to,
    ]);
  }
  await client.query('delete from visitors_seen; delete from visitors_last_seen; delete from page_windows; delete from referrer_windows');
  await client.query(
    `update event_aggregation set aggregated_id = 0, closed_day = $1::int - 1, first_day = (select min(day) from event_days), late_from = null, late_to = null`,
    [rawEventsFrom],
  );
}
