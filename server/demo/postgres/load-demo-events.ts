import type { VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { dayOf } from '#domain/days';
import { LockScope } from '#domain/jobs/lock-scope';
import { storeLockSql } from '#server/analytics/visitors/postgres/event-sql';
import type { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { resetAggregates } from '#server/analytics/visitors/postgres/reset-aggregates';
import { type Cell, copyRows } from '#server/database/copy/text-copy';
import type { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { DEMO_EVENT_DAYS, demoEventCells, demoVisitorId, demoVisitorEvents } from '#server/demo/demo-visitor-events';
import { deleteDemoEventsDay, readDemoEventsDay, saveDemoEventsDay } from '#server/demo/postgres/demo-settings';

/** What loading the demo's visitor events needs. */
interface DemoEventStores {
  readonly postgres: Postgres;
  readonly eventPartitions: PostgresEventPartitions;
  readonly visitorEvents: VisitorEventStore;
}

/** Loads and aggregates half a year of visitor events up to now, once; returns their number, 0 when they are already there. */
export async function loadDemoEvents({ postgres, eventPartitions, visitorEvents }: DemoEventStores, now: Date): Promise<number> {
  if ((await readDemoEventsDay(postgres.jobPool)) !== null) return 0;
  await eventPartitions.createMissing(new LockScope(), dayOf(now) - DEMO_EVENT_DAYS);
  // Closes the days before today first, so that the past is aggregated in a few steps instead of day by day.
  await visitorEvents.aggregateNewEvents();
  let eventCount = 0;
  function* rows(): Generator<readonly Cell[]> {
    for (const event of demoVisitorEvents(now)) {
      eventCount += 1;
      yield demoEventCells(event);
    }
  }
  await inTransaction(postgres.jobPool, async (client) => {
    await client.query(storeLockSql);
    await saveDemoEventsDay(client, dayOf(now));
    await copyRows(client, 'events', ['at', 'visitor', 'name', 'path', 'referrer', 'metadata'], rows());
  });
  await postgres.jobPool.query('analyze events');
  await visitorEvents.aggregateNewEvents();
  return eventCount;
}

/** Deletes the demo's visitor events and their share of the daily totals; real events stay. Returns their number. */
export async function clearDemoEvents({ postgres, visitorEvents }: Omit<DemoEventStores, 'eventPartitions'>): Promise<number> {
  const day = await readDemoEventsDay(postgres.jobPool);
  if (day === null) return 0;
  const removed = await inTransaction(postgres.jobPool, async (client) => {
    await resetAggregates(client, { from: day - DEMO_EVENT_DAYS + 1, to: day });
    await deleteDemoEventsDay(client);
    const { rowCount } = await client.query('delete from events where visitor between $1 and $2', [
      demoVisitorId(0),
      demoVisitorId(2 ** 48 - 1),
    ]);
    return rowCount ?? 0;
  });
  await visitorEvents.aggregateNewEvents();
  return removed;
}
