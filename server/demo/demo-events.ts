import type { TrafficLedger } from '#domain/analytics/traffic-ledger';
import { type Day, dayOf } from '#domain/days';
import { storing } from '#server/analytics/event-lock';
import type { PostgresEventMonths } from '#server/analytics/postgres-event-months';
import { forgetCounts } from '#server/analytics/recount-events';
import { type Cell, copyRows } from '#server/database/copy';
import type { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { DEMO_TRAFFIC_DAYS, demoEventCells, demoVisitor, demoVisits } from '#server/demo/demo-visits';

/** What demo traffic is made with. */
export interface DemoTraffic {
  readonly postgres: Postgres;
  readonly months: PostgresEventMonths;
  readonly traffic: TrafficLedger;
}

/** The day up to which there is demo traffic; null when there is none. */
async function loadedDay(postgres: Postgres): Promise<Day | null> {
  const { rows } = await postgres.jobPool.query<{ value: string }>(`select value from settings where name = 'demo_events'`);
  return rows[0] ? Number(rows[0].value) : null;
}

/** Half a year of visits up to now, once, and counted; answers how many events were made, 0 when they are there already. */
export async function loadDemoEvents({ postgres, months, traffic }: DemoTraffic, now: Date): Promise<number> {
  if ((await loadedDay(postgres)) !== null) return 0;
  await months.make(dayOf(now) - DEMO_TRAFFIC_DAYS);
  // With the days before today closed, all of the past is counted in a few steps and not day after day.
  await traffic.count();
  let events = 0;
  function* rows(): Generator<readonly Cell[]> {
    for (const event of demoVisits(now)) {
      events += 1;
      yield demoEventCells(event);
    }
  }
  await inTransaction(postgres.jobPool, async (client) => {
    await client.query(storing);
    await client.query(`insert into settings values ('demo_events', $1)`, [String(dayOf(now))]);
    await copyRows(client, 'events', ['at', 'visitor', 'name', 'path', 'referrer', 'metadata'], rows());
  });
  await postgres.jobPool.query('analyze events');
  await traffic.count();
  return events;
}

/** Removes the demo traffic, from the counts too; what was really visited stays. Answers how many events went. */
export async function clearDemoEvents({ postgres, traffic }: Omit<DemoTraffic, 'months'>): Promise<number> {
  const day = await loadedDay(postgres);
  if (day === null) return 0;
  const gone = await inTransaction(postgres.jobPool, async (client) => {
    await forgetCounts(client, { from: day - DEMO_TRAFFIC_DAYS + 1, to: day });
    await client.query(`delete from settings where name = 'demo_events'`);
    const { rowCount } = await client.query('delete from events where visitor between $1 and $2', [
      demoVisitor(0),
      demoVisitor(2 ** 48 - 1),
    ]);
    return rowCount ?? 0;
  });
  await traffic.count();
  return gone;
}
