import type { ClientBase } from 'pg';
import { PAGE_VIEW } from '#domain/analytics/visitors/visitor-events';
import type { Day } from '#domain/days';
import { eventDaySql, type EventIdRange } from '#server/analytics/visitors/postgres/event-sql';

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
export async function aggregateCounts(
  client: ClientBase,
  { afterId, throughId }: EventIdRange,
): Promise<{ readonly day: Day; readonly count: number }[]> {
  const values = [afterId, throughId, PAGE_VIEW, MAX_PAGES_OR_REFERRERS_PER_DAY, OTHER_KEY];
  return (await client.query<{ day: Day; count: number }>(SUM_EVENTS_SQL, values)).rows;
}
