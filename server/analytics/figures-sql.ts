import { startOf } from '#server/analytics/fold-counts';

/** Most rows of pages, and of sources. */
const TOP = 100;

/**
 * The first of a period by count: of the closed days' sums the first ones, and whatever today adds to. A name that is not of today keeps
 * its place among the sums, so the first of them are enough.
 */
const top = (kind: 'page' | 'referrer', column: 'path' | 'referrer'): string => `
  (select '${kind}', null::int, key, count, null::timestamptz from (
    select today.${column} as key, today.count + coalesce(closed.count, 0) count
    from ${kind}_days today, span
    left join lateral (select count from ${kind}_windows w where w.days = $1 and w.${column} = today.${column}) closed on true
    where today.day = span.today
    union all
    select ${column}, count from (
      select w.${column}, w.count from ${kind}_windows w, span
      where w.days = $1 and not exists (select from ${kind}_days today where today.day = span.today and today.${column} = w.${column})
      order by w.count desc, w.${column} limit ${TOP}
    ) first
  ) both_parts order by count desc, key limit ${TOP})`;

/**
 * Every figure of a period of $1 days in one statement, and so of one moment. Today is the day after the last closed one; $2 stands for
 * it until one is closed.
 */
export const figuresSql = `
  with span as materialized (
    select today, today - $1::int + 1 first, today - 2 * $1::int + 1 start, first_day, folded_at
    from (select coalesce(closed_day + 1, $2::int) today, first_day, folded_at from event_fold limit 1) state
  )
  select 'state' kind, first_day as day, null::text as key, today::bigint count, folded_at as at from span
  union all
  select 'event', day, name, count, null from event_days, span where day between span.first and span.today
  union all
  select 'before', null, 'events', sum(count), null from event_days, span where day between span.start and span.first - 1
  union all
  select 'before', null, 'visitors', visitors, null from visitor_windows w, span where w.day = span.first - 1 and w.days = $1
  union all
  select 'visitors', w.day, null, visitors, null from visitor_windows w, span
  where w.day between span.first and span.today - 1 and w.days = 1
  union all
  select 'visitors', s.day, null, visitors, null from visitors_last_seen s, span where s.day = span.today
  union all
  select 'unique', null, null, sum(visitors), null from visitors_last_seen s, span where s.day between span.first and span.today
  union all
  select 'registrations', (created_at at time zone 'UTC')::date - date '1970-01-01', null, count(*), null from users, span
  where created_at >= ${startOf('span.start')} and created_at < ${startOf('(span.today + 1)')} group by 2
  union all ${top('page', 'path')}
  union all ${top('referrer', 'referrer')}`;
