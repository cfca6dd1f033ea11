import type { DailyTotals } from '#domain/analytics/visitors/daily-totals';
import { type Day, dayOf } from '#domain/days';
import { storeLockSql } from '#server/analytics/visitors/postgres/event-lock';
import type { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { resetAggregates } from '#server/analytics/visitors/postgres/reset-aggregates';
import { type Cell, copyRows } from '#server/database/copy/text-copy';
import type { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { DEMO_EVENT_DAYS, demoEventCells, demoVisitorId, demoVisitorEvents } from '#server/demo/demo-visitor-events';

/** What demo traffic is made with. */
export interface DemoEventStores {
  readonly postgres: Postgres;
  readonly eventPartitions: PostgresEventPartitions;
  readonly dailyTotals: DailyTotals;
}

/** The day up to which there is demo traffic; null when there is none. */
async function loadedDay(postgres: Postgres): Promise<Day | null> {
  const { rows } = await postgres.jobPool.query<{ value: string }>(`select value from settings where name = 'demo_events'`);
  return rows[0] ? Number(rows[0].value) : null;
}

/** Half a year of visits up to now, once, and counted; answers how many events were made, 0 when they are there already. */
export async function loadDemoEvents({ postgres, eventPartitions, dailyTotals }: DemoEventStores, now: Date): Promise<number> {
  if ((await loadedDay(postgres)) !== null) return 0;
  await eventPartitions.createMissing(dayOf(now) - DEMO_EVENT_DAYS);
  // With the days before today closed, all of the past is counted in a few steps and not day after day.
  await dailyTotals.aggregateNewEvents();
  let eventCount = 0;
  function* rows(): Generator<readonly Cell[]> {
    for (const event of demoVisitorEvents(now)) {
      eventCount += 1;
      yield demoEventCells(event);
    }
  }
  await inTransaction(postgres.jobPool, async (client) => {
    await client.query(storeLockSql);
    await client.query(`insert into settings values ('demo_events', $1)`, [String(dayOf(now))]);
    await copyRows(client, 'events', ['at', 'visitor', 'name', 'path', 'referrer', 'metadata'], rows());
  });
  await postgres.jobPool.query('analyze events');
  await dailyTotals.aggregateNewEvents();
  return eventCount;
}

/** Removes the demo traffic, from the counts too; what was really visited stays. Answers how many events went. */
export async function clearDemoEvents({ postgres, dailyTotals }: Omit<DemoEventStores, 'eventPartitions'>): Promise<number> {
  const day = await loadedDay(postgres);
  if (day === null) return 0;
  const removed = await inTransaction(postgres.jobPool, async (client) => {
    await resetAggregates(client, { from: day - DEMO_EVENT_DAYS + 1, to: day });
    await client.query(`delete from settings where name = 'demo_events'`);
    const { rowCount } = await client.query('delete from events where visitor between $1 and $2', [
      demoVisitorId(0),
      demoVisitorId(2 ** 48 - 1),
    ]);
    return rowCount ?? 0;
  });
  await dailyTotals.aggregateNewEvents();
  return removed;
}
