import { startOfDaySql } from '#server/analytics/visitors/postgres/event-sql';

/** Listed pages, and listed referrers. */
const MAX_TOP_ROWS = 100;

/**
 * The top rows of a period: the sums of its closed days plus today's counts. Two bounds keep it to a few hundred rows: `least` is the
 * 100th largest sum without today, `most` today's largest count. A row that is more than `most` below `least` cannot reach the top, and a
 * row of today alone must reach `least`.
 */
const topRowsSql = (kind: 'page' | 'referrer', column: 'path' | 'referrer'): string => `
  (select '${kind}', null::int, key, count, null::timestamptz from (
    with bounds as materialized (
      select coalesce((select count from ${kind}_windows where days = $1 order by count desc offset ${MAX_TOP_ROWS - 1} limit 1), 0) least,
        coalesce((select max(count) from ${kind}_days where day = span.today), 0) most
      from span
    )
    select w.${column} as key, w.count + coalesce(today.count, 0) count
    from bounds, ${kind}_windows w left join ${kind}_days today on today.${column} = w.${column} and today.day = (select today from span)
    where w.days = $1 and w.count >= bounds.least - bounds.most
    union all
    select today.${column}, today.count from bounds, span, ${kind}_days today
    where today.day = span.today and today.count >= bounds.least
      and not exists (select 1 from ${kind}_windows w where w.days = $1 and w.${column} = today.${column})
  ) both_parts order by count desc, key limit ${MAX_TOP_ROWS})`;

/** The one row of a period's days. Today is the day after the last closed one, or $2 before any. */
const SPAN_SQL = `
    select today, today - $1::int + 1 first, today - 2 * $1::int + 1 start, first_day, aggregated_at
    from (select coalesce(closed_day + 1, $2::int) today, first_day, aggregated_at from event_aggregation limit 1) state`;

/** All figures of a period of $1 days, in one statement and so of one snapshot. */
export const visitorFiguresSql = `
  with span as materialized (${SPAN_SQL}
  )
  select 'state' kind, first_day as day, null::text as key, today::bigint count, aggregated_at as at from span
  union all
  select 'event', day, name, count, null from event_days, span where day between span.start and span.today
  union all
  select 'before', null, 'events', sum(count), null from event_days, span where day between span.start and span.first - 1
  union all
  select 'before', null, 'visitors', visitors, null from visitor_windows w, span where w.day = span.first - 1 and w.days = $1
  union all
  select 'visitors', w.day, null, visitors, null from visitor_windows w, span
  where w.day between span.start and span.today - 1 and w.days = 1
  union all
  select 'visitors', s.day, null, visitors, null from visitors_last_seen s, span where s.day = span.today
  union all
  select 'unique', null, null, sum(visitors), null from visitors_last_seen s, span where s.day between span.first and span.today
  union all
  select 'registrations', (created_at at time zone 'UTC')::date - date '1970-01-01', null, count(*), null from users, span
  where not is_repeat and created_at >= ${startOfDaySql('span.start')} and created_at < ${startOfDaySql('(span.today + 1)')} group by 2
  union all ${topRowsSql('page', 'path')}
  union all ${topRowsSql('referrer', 'referrer')}`;

/** The counts of the page or referrer $3 by day, in the period and in the one before; one row without a day if there are none. */
export const keyFiguresSql = (table: 'page_days' | 'referrer_days', column: 'path' | 'referrer'): string => `
  select span.today, span.first_day, sums.day, sums.count from (${SPAN_SQL}) span
  left join ${table} sums on sums.${column} = $3 and sums.day = any (array(select generate_series(span.start, span.today)))`;
