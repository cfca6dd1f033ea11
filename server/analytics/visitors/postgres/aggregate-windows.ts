import type { ClientBase } from 'pg';
import type { Day } from '#domain/days';
import { eventDaySql, startOfDaySql } from '#server/analytics/visitors/postgres/event-sql';

/** The periods for which distinct visitors are stored per closed day, in days. */
const VISITOR_PERIODS_DAYS = [1, 7, 30, 90] as const;
export const LONGEST_PERIOD_DAYS = 90;

const CLOSE_DAYS_SQL = `
  insert into visitor_windows (day, days, visitors)
  select ends, days, coalesce((select sum(visitors) from visitors_last_seen seen where seen.day > ends - days and seen.day <= ends), 0)
  from generate_series($1::int, $2::int) ends, unnest($3::int[]) days
  on conflict (day, days) do update set visitors = excluded.visitors`;

/** Stores the distinct visitors of the periods that end on these days. No later day may have been aggregated yet. */
export async function closeDays(client: ClientBase, from: Day, to: Day): Promise<void> {
  if (from <= to) await client.query(CLOSE_DAYS_SQL, [from, to, VISITOR_PERIODS_DAYS]);
}

/**
 * Counts the distinct visitors of closed days again, from the raw events: a visitor with a visit on day `a` and the next one on day `b`
 * counts in every period that contains `a` and ends on or after `a` and before `b`.
 */
const REPAIR_DAYS_SQL = `
  with seen as (
    select distinct visitor, ${eventDaySql} as day from events
    where id <= $4 and at >= ${startOfDaySql('($1::int - $6::int + 1)')} and at < ${startOfDaySql('($2::int + 1)')}
  ), stays as (
    select day, lead(day) over (partition by visitor order by day) next from seen
  ), steps as (
    select days, day, count(*) step from stays, unnest($3::int[]) days group by 1, 2
    union all
    select days, least(next, day + days), -count(*) from stays, unnest($3::int[]) days group by 1, 2
    union all
    select days, day, 0 from unnest($3::int[]) days, generate_series($1::int, $2::int) day
  ), running as (
    select days, day, sum(sum(step)) over (partition by days order by day) visitors from steps group by 1, 2
  )
  insert into visitor_windows (day, days, visitors)
  select day, days, visitors from running where day between $1 and $2 and ($5::int is null or day - days + 1 >= $5)
  on conflict (day, days) do update set visitors = excluded.visitors`;

/** The closed days to count again. Periods that begin before `rawEventsFrom` keep their counts; null: all raw events are there. */
interface RepairRange {
  readonly from: Day;
  readonly to: Day;
  /** The id through which events are aggregated. */
  readonly aggregatedId: number;
  readonly rawEventsFrom: Day | null;
}

export async function repairDays(client: ClientBase, { from, to, aggregatedId, rawEventsFrom }: RepairRange): Promise<void> {
  await client.query(REPAIR_DAYS_SQL, [from, to, VISITOR_PERIODS_DAYS, aggregatedId, rawEventsFrom, LONGEST_PERIOD_DAYS]);
}

const windowSumsSql = (table: 'page' | 'referrer', column: 'path' | 'referrer'): string => `
  insert into ${table}_windows (days, ${column}, count)
  select days, ${column}, sum(count) from unnest($2::int[]) days
  join ${table}_days on day > $1::int + 1 - days and day <= $1 group by 1, 2`;

/** Sums pages and referrers over the closed days of each period that ends on the day after `closedDay`. */
export async function sumWindows(client: ClientBase, closedDay: Day): Promise<void> {
  const periods = VISITOR_PERIODS_DAYS.filter((days) => days > 1);
  await client.query('delete from page_windows');
  await client.query(windowSumsSql('page', 'path'), [closedDay, periods]);
  await client.query('delete from referrer_windows');
  await client.query(windowSumsSql('referrer', 'referrer'), [closedDay, periods]);
}
