import type { ClientBase } from 'pg';
import type { Day } from '#domain/days';
import { eventDaySql, type EventIdRange, startOfDaySql } from '#server/analytics/visitors/postgres/event-sql';

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
export async function aggregateVisitors(client: ClientBase, { afterId, throughId }: EventIdRange, from: Day, to: Day): Promise<void> {
  // Not a named statement, so that it is planned for these days and reads only their partitions.
  await client.query(RECORD_VISITORS_SQL, [afterId, throughId, from, to]);
}
