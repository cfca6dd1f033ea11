import type { ClientBase } from 'pg';
import type { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';
import { highWaterMarkLockSql, type EventIdRange, eventDaySql, startOfDaySql } from '#server/analytics/visitors/postgres/event-sql';
import { closeDays, LONGEST_PERIOD_DAYS, repairDays, sumWindows } from '#server/analytics/visitors/postgres/aggregate-windows';
import type { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { PAGE_VIEW } from '#domain/analytics/visitors/visitor-events';

/** Distinct page paths, and distinct referrers, that are counted by name per day; views of any others are summed as `OTHER_KEY`. */
const MAX_PAGES_OR_REFERRERS_PER_DAY = 5_000;
const OTHER_KEY = '(other)';

/** Adds page views by path or by referrer. Within a day new keys are admitted by count until the limit is reached. */
const sumByKeySql = (table: 'page_days' | 'referrer_days', column: 'path' | 'referrer'): string => `
  ${column}s as (
    select day, ${column} as key, count(*) n from batch where name = $3 and ${column} is not null group by 1, 2
  ), known_${column}s as (
    select day, count(*) n from ${table} where day in (select day from ${column}s) group by 1
  ), ranked_${column}s as (
    select new.day, new.key, new.n, old.day is not null is_known, coalesce(known.n, 0)
        + row_number() over (partition by new.day, old.day is null order by new.n desc, new.key) rank
    from ${column}s new left join known_${column}s known using (day)
    left join ${table} old on old.day = new.day and old.${column} = new.key
  ), stored_${column}s as (
    insert into ${table} as sums (day, ${column}, count)
    select day, case when is_known or rank <= $4 then key else $5 end, sum(n) from ranked_${column}s group by 1, 2
    on conflict (day, ${column}) do update set count = sums.count + excluded.count
  )`;

const SUM_EVENTS_SQL = `
  with batch as materialized (
    select ${eventDaySql} as day, name, path, referrer from events where id > $1 and id <= $2
  ), ${sumByKeySql('page_days', 'path')}, ${sumByKeySql('referrer_days', 'referrer')}, types as (
    select day, name, count(*) n from batch group by 1, 2
  ), stored_types as (
    insert into event_days as sums (day, name, count) select day, name, n from types order by day, name
    on conflict (day, name) do update set count = sums.count + excluded.count
  )
  select day, sum(n)::int count from types group by day order by day`;

/** Adds a range of events to the daily totals; returns their days in ascending order, each with its number of events. */
async function aggregateCounts(
  client: ClientBase,
  { afterId, throughId }: EventIdRange,
): Promise<{ readonly day: Day; readonly count: number }[]> {
  const values = [afterId, throughId, PAGE_VIEW, MAX_PAGES_OR_REFERRERS_PER_DAY, OTHER_KEY];
  return (await client.query<{ day: Day; count: number }>(SUM_EVENTS_SQL, values)).rows;
}

/** Moves each visitor's last day forward, in the table of visitors and in the histogram of last days. */
const RECORD_VISITORS_SQL = `
  with seen as (
    select visitor, max(${eventDaySql}) as day from events
    where id > $1 and id <= $2 and at >= ${startOfDaySql('$3::int')} and at < ${startOfDaySql('($4::int + 1)')} group by visitor
  ), moved as (
    select seen.visitor, seen.day, old.last_day from seen left join visitors_seen old using (visitor)
    where old.last_day is null or old.last_day < seen.day
  ), stored as (
    insert into visitors_seen (visitor, last_day) select visitor, day from moved
    on conflict (visitor) do update set last_day = excluded.last_day
  )
  insert into visitors_last_seen as sums (day, visitors)
  select day, sum(n) from (
    select day, count(*) n from moved group by 1
    union all select last_day, -count(*) from moved where last_day is not null group by 1
  ) steps group by day having sum(n) <> 0
  on conflict (day) do update set visitors = sums.visitors + excluded.visitors`;

/** Records who visited on these days, from a range of events. */
async function aggregateVisitors(client: ClientBase, { afterId, throughId }: EventIdRange, from: Day, to: Day): Promise<void> {
  // Not a named statement, so that it is planned for these days and reads only their partitions.
  await client.query(RECORD_VISITORS_SQL, [afterId, throughId, from, to]);
}

/** Events aggregated per transaction. */
const EVENTS_PER_BATCH = 50_000;

/** The row of `event_aggregation`: the cursor of the aggregation. */
interface AggregationState {
  /** The id through which events are aggregated. */
  readonly aggregated_id: number;
  /** The last day whose visitor periods are stored. */
  readonly closed_day: Day | null;
  readonly first_day: Day | null;
  /** The closed days that received events afterwards. */
  readonly late_from: Day | null;
  readonly late_to: Day | null;
  /** The first day with complete raw events; null when none were deleted. */
  readonly kept_from: Day | null;
}

/** The id through which all events are committed, and the day on which it was read. A later event has a higher id and no earlier day. */
interface HighWaterMark {
  readonly id: number;
  readonly today: Day;
}

const earliestDay = (...days: readonly (Day | null)[]): Day | null => {
  const known = days.filter((day) => day !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/**
 * Aggregates raw events into daily totals. Each batch is one transaction that locks and advances the cursor: concurrent aggregations
 * take turns, and an interrupted batch leaves nothing behind.
 */
export class PostgresEventAggregation {
  constructor(
    private readonly postgres: Postgres,
    private readonly clock: Clock,
  ) {}

  /** Aggregates all events stored so far and closes the days before today; returns the number of aggregated events. */
  async aggregateStored(): Promise<number> {
    const highWaterMark = await this.#readHighWaterMark();
    let eventCount = 0;
    for (let isBehind = true; isBehind;) {
      const { counted, hasMore } = await inTransaction(this.postgres.jobPool, (client) => this.#aggregateBatch(client, highWaterMark));
      eventCount += counted;
      isBehind = hasMore;
    }
    await inTransaction(this.postgres.jobPool, (client) => this.#repairLateDays(client));
    return eventCount;
  }

  /** Whether there are events to aggregate, or past days to close. */
  async isBehind(): Promise<boolean> {
    const { rows } = await this.postgres.pool.query<{ is_behind: boolean }>({
      name: 'is-fold-behind',
      text: `select aggregated_id < case when is_called then last_value else 0 end or closed_day is null or closed_day < $1 - 1
               or late_from is not null is_behind
             from event_aggregation, events_id`,
      values: [dayOf(this.clock.now())],
    });
    return rows[0]?.is_behind === true;
  }

  /** Waits for running stores, but only briefly: new stores queue behind this lock. */
  #readHighWaterMark(): Promise<HighWaterMark> {
    return inTransaction(this.postgres.jobPool, async (client) => {
      await client.query(`set local lock_timeout = '1s'`);
      await client.query(highWaterMarkLockSql);
      const { rows } = await client.query<{ id: number }>('select case when is_called then last_value else 0 end id from events_id');
      return { id: rows[0]?.id ?? 0, today: dayOf(this.clock.now()) };
    });
  }

  async #aggregateBatch(client: ClientBase, highWaterMark: HighWaterMark): Promise<{ counted: number; hasMore: boolean }> {
    const state = await lockState(client);
    const range: EventIdRange = {
      afterId: state.aggregated_id,
      throughId: Math.max(state.aggregated_id, Math.min(highWaterMark.id, state.aggregated_id + EVENTS_PER_BATCH)),
    };
    const isLast = range.throughId >= highWaterMark.id;
    const days = range.throughId > range.afterId ? await aggregateCounts(client, range) : [];
    const { late_from, late_to } = await aggregateLateVisitors(client, state, range, days);
    let closedDay = await closeAndAggregate(client, state.closed_day, range, days);
    if (isLast) closedDay = await closeDaysThrough(client, closedDay, highWaterMark.today - 1);
    if (closedDay !== null && closedDay !== state.closed_day) await sumWindows(client, closedDay);
    await client.query(
      `update event_aggregation set aggregated_id = $1, closed_day = $2, first_day = $3, late_from = $4, late_to = $5, aggregated_at = $6`,
      [range.throughId, closedDay, earliestDay(state.first_day, days[0]?.day ?? null), late_from, late_to, this.clock.now()],
    );
    return { counted: days.reduce((sum, { count }) => sum + count, 0), hasMore: !isLast };
  }

  /** Counts visitors again for closed days that received events afterwards. */
  async #repairLateDays(client: ClientBase): Promise<void> {
    const { aggregated_id, closed_day, late_from, late_to, kept_from } = await lockState(client);
    if (late_from === null || late_to === null || closed_day === null) return;
    const to = Math.min(closed_day, late_to + LONGEST_PERIOD_DAYS - 1);
    await repairDays(client, { from: late_from, to, aggregatedId: aggregated_id, rawEventsFrom: kept_from });
    await sumWindows(client, closed_day);
    await client.query('update event_aggregation set late_from = null, late_to = null');
  }
}

/** Reads the cursor and locks it until the transaction ends. */
async function lockState(client: ClientBase): Promise<AggregationState> {
  await client.query(`set local lock_timeout = '10s'; set local work_mem = '64MB'`);
  const { rows } = await client.query<AggregationState>(
    'select aggregated_id, closed_day, first_day, late_from, late_to, kept_from from event_aggregation for update',
  );
  if (!rows[0]) throw new Error('the row of event_aggregation is missing');
  return rows[0];
}

type DaysWithEvents = readonly { readonly day: Day }[];

/** Records visitors on days that are already closed, and returns the range of such days, which `#repairLateDays` counts again. */
async function aggregateLateVisitors(
  client: ClientBase,
  { closed_day, late_from, late_to }: AggregationState,
  range: EventIdRange,
  days: DaysWithEvents,
): Promise<Pick<AggregationState, 'late_from' | 'late_to'>> {
  const late = days.filter(({ day }) => closed_day !== null && day <= closed_day).map(({ day }) => day);
  const [from, to] = [late[0], late.at(-1)];
  if (from === undefined || to === undefined) return { late_from, late_to };
  await aggregateVisitors(client, range, from, to);
  return { late_from: earliestDay(late_from, from), late_to: Math.max(late_to ?? to, to) };
}

/** For each day with events, in order: closes the days before it, then records its visitors. Returns the last closed day. */
async function closeAndAggregate(
  client: ClientBase,
  closedDay: Day | null,
  range: EventIdRange,
  days: DaysWithEvents,
): Promise<Day | null> {
  let lastClosedDay = closedDay;
  for (const { day } of days.filter((candidate) => closedDay === null || candidate.day > closedDay)) {
    lastClosedDay = await closeDaysThrough(client, lastClosedDay, day - 1);
    await aggregateVisitors(client, range, day, day);
  }
  return lastClosedDay;
}

/** Closes all days through this one. Before the first aggregation there are none to store, only the day to record. */
async function closeDaysThrough(client: ClientBase, closedDay: Day | null, day: Day): Promise<Day> {
  if (closedDay !== null) await closeDays(client, closedDay + 1, day);
  return Math.max(closedDay ?? day, day);
}
