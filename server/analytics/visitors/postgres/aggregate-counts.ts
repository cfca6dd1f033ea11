import type { ClientBase } from 'pg';
import { PAGE_VIEW } from '#domain/analytics/visitors/visitor-events';
import type { Day } from '#domain/days';

/** So many different pages, and so many hosts, are counted by name on one day; the rest of it together. */
const MAX_KEYS_PER_DAY = 5_000;
const OTHER_KEY = '(other)';

/** The day of an event, in SQL. */
export const eventDaySql = `(at at time zone 'UTC')::date - date '1970-01-01'`;

/** The first moment of a day that is parameter `$n`, in SQL. */
export const startOfDaySql = (parameter: string): string => `timestamptz '1970-01-01 00:00:00Z' + ${parameter} * interval '24 hours'`;

/** Events after one id up to another. */
export interface EventIdRange {
  readonly afterId: number;
  readonly throughId: number;
}

/** Adds up what pages were opened, or where from. What has no room among the names of its day is added to the rest. */
const sumByKeySql = (table: 'page_days' | 'referrer_days', column: 'path' | 'referrer'): string => `
  ${column}s as (
    select day, ${column} as key, count(*) n from batch where name = $3 and ${column} is not null group by 1, 2
  ), held_${column}s as (
    select day, count(*) n from ${table} where day in (select day from ${column}s) group by 1
  ), placed_${column}s as (
    select new.day, new.key, new.n, old.day is not null known, coalesce(held.n, 0)
        + row_number() over (partition by new.day, old.day is null order by new.n desc, new.key) place
    from ${column}s new left join held_${column}s held using (day)
    left join ${table} old on old.day = new.day and old.${column} = new.key
  ), kept_${column}s as (
    insert into ${table} as sums (day, ${column}, count)
    select day, case when known or place <= $4 then key else $5 end, sum(n) from placed_${column}s group by 1, 2
    on conflict (day, ${column}) do update set count = sums.count + excluded.count
  )`;

const SUM_EVENTS_SQL = `
  with batch as materialized (
    select ${eventDaySql} as day, name, path, referrer from events where id > $1 and id <= $2
  ), ${sumByKeySql('page_days', 'path')}, ${sumByKeySql('referrer_days', 'referrer')}, types as (
    select day, name, count(*) n from batch group by 1, 2
  ), kept_types as (
    insert into event_days as sums (day, name, count) select day, name, n from types
    on conflict (day, name) do update set count = sums.count + excluded.count
  )
  select day, sum(n)::int count from types group by day order by day`;

/** Adds a span of events to the counts per day; answers the days they are of, ascending, and how many are of each. */
export async function aggregateCounts(
  client: ClientBase,
  { afterId, throughId }: EventIdRange,
): Promise<{ readonly day: Day; readonly count: number }[]> {
  const { rows } = await client.query<{ day: Day; count: number }>(SUM_EVENTS_SQL, [
    afterId,
    throughId,
    PAGE_VIEW,
    MAX_KEYS_PER_DAY,
    OTHER_KEY,
  ]);
  return rows;
}
