-- server/analytics/growth/postgres/checked-rows.ts

-- knownPinsSql
(select p.${column} owner, count(c.saves) pins, percentile_cont(0.5) within group (order by c.saves) median_saves,
    max(c.created_at) created_at, max(p.last_crawled_at) crawled_at
  from pins p join pin_metrics c using (_id) where p.${column} ${owners} group by p.${column});

-- factRowsSql
select ${columns.join(', ')}, array[${factsSql[entity].join(', ')}]::float8[]${searches}
  from ${entity}_metrics m ${changed} join ${variantOf[entity]} t on t._id = m._id left join ${scores} s on s._id = m._id
    ${joinsSql(entity, owners)} order by m._id;


-- server/analytics/growth/postgres/fill-top-lists.ts

-- fillTopLists
delete from ${performers} where entity = $1;

-- fillTopLists
delete from ${averages} where entity = $1;

-- fillTopLists
with whole as materialized (
    select array[${scoreColumns.map((scoreColumn) => `count(score[${scoreColumn + 1}])::int`).join(', ')}] scored,
      array[${scoreColumns.map((scoreColumn) => `avg(score[${scoreColumn + 1}])`).join(', ')}] average,
      array_agg(_id) filter (where 1000 >= any (rank)) ids
    from ${scoresTable}
  ), ranked as (
    select r.slot, s._id, row_number() over (partition by r.slot order by r.rank, s._id) place, s.score[r.slot] score,
      s.growth[r.slot] growth, s.previous_rank[r.slot] previous_rank, s.confidence[r.slot] confidence
    from whole, unnest(whole.ids) i(_id) join ${scoresTable} s on s._id = i._id, unnest(s.rank) with ordinality r(rank, slot)
    where r.rank <= 1000
  ), listed as (
    insert into ${performers} (entity, slot, place, _id, score, growth, previous_rank, confidence)
    select $1, slot - 1, place, _id, score, growth, previous_rank, confidence from ranked where place <= 1000
  )
  insert into ${averages} (entity, slot, scored, average)
  select $1, a.slot - 1, a.scored, a.average from whole, unnest(whole.scored, whole.average) with ordinality a(scored, average, slot);

-- buildNextTopLists
insert into ${nextTableName(table)} select * from ${table} where entity <> all ($1);


-- server/analytics/growth/postgres/growth-columns.ts

-- readCompetitions
select _id "key", competition from keywords where competition is not null;

-- fillNextMetrics
select attname::text "column" from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
  and attname <> all($2) order by attnum;

-- updateChecks
drop table if exists rechecked;

-- updateChecks
create temp table rechecked on commit drop as select _id, ${checked.join(', ')} from ${entity}_metrics with no data;

-- updateChecks
update ${entity}_metrics m set ${checked.map((column) => `${column} = r.${column}`).join(', ')} from rechecked r
  where r._id = m._id and (${checked.map((column) => `m.${column} is distinct from r.${column}`).join(' or ')});


-- server/analytics/growth/postgres/growth-ledger.ts

-- PostgresGrowthLedger.updateInPlace
select variant, total, scored_day "day" from catalog_stats;

-- PostgresGrowthLedger.updateInPlace
update catalog_stats set behind = true, changed_at = clock_timestamp() where variant = any($1);

-- PostgresGrowthLedger.scoreChanged
select distinct scored_day "day" from catalog_stats;

-- PostgresGrowthLedger.prepareNext
analyze ${stagingTableOf(entity)} (_id);

-- PostgresGrowthLedger.recheckPins
select scored_day "day" from catalog_stats where variant = 'pins';

-- PostgresGrowthLedger.recheckPins
update catalog_stats set behind = true, changed_at = clock_timestamp() where variant = 'pins';

-- PostgresGrowthLedger.publish
set local synchronous_commit = on; lock table ${tables.join(', ')} in access exclusive mode;

-- PostgresGrowthLedger.publish
update catalog_stats set scored_day = $1, scored_at = clock_timestamp();


-- server/analytics/growth/postgres/ranking.ts

-- stagedRowsSql
select ${columns.join(', ')} from ${stagingTable} order by _id;

-- stagedRowsSql
select ${selected.join(', ')} from ${stagingTable} s
  left join pins p on p._id = s._id left join ${ownersTable} o on o._id = p.pinner_id order by s._id;


-- server/analytics/growth/postgres/score-series.ts

-- scoreSeries
select count(*)::int total from ${entity}_series ${changed};


-- server/analytics/growth/postgres/score-staging.ts

-- dataVersion
select string_agg(variant || ' ' || coalesce(changed_at::text, '-'), ', ' order by variant) version from catalog_stats;

-- resetStaging
create unlogged table ${stagingTableOf(entity)} (
  _id text collate "C" primary key, growth double precision[] not null, score real[] not null, raw double precision[] not null,
  raw_before double precision[] not null, confidence smallint[] not null, flags integer[] not null,
  jump_share real, jumped_on integer, read_on integer[] not null, recent_change integer, recent_days integer);

-- resetStaging
insert into job_runs (job, slot, started_at, progress) values ('growth stage', 'next', now(), $1);

-- dropStaging
drop table if exists ${entityTypes.map(stagingTableOf).join(', ')};

-- dropStaging
delete from job_runs where job = 'growth stage' and slot = 'next';

-- readResumableProgress
select progress from job_runs where job = 'growth stage' and slot = 'next' for update;

-- countStaged
select count(*)::int total from ${stagingTableOf(entity)};

-- appendToStaging
update job_runs set progress = jsonb_set(progress, array['reached', $1], $2) where job = 'growth stage' and slot = 'next';

-- fillChangedIds
create temp table if not exists changed_ids (_id text collate "C" primary key);

-- fillChangedIds
truncate changed_ids;

-- fillChangedIds
insert into changed_ids select distinct unnest($1::text[]);

-- fillChangedIds
analyze changed_ids;

-- copyPublishedScores
insert into ${stagingTableOf(entity)} select ${scoreTableColumns.map((column) => `s.${column}`).join(', ')} from ${entity}_scores s
  where not exists (select from changed_ids c where c._id = s._id) and exists (select from ${entity}_series c where c._id = s._id)
  order by s._id;

-- seriesSql
select c._id, c.at, ${countsOf[entity].map((metric) => `c.${metric}`).join(', ')} from ${entity}_series c
  where c._id > ${escapeLiteral(afterId)} ${isChangedOnly ? 'and c._id in (select _id from changed_ids)' : ''} order by c._id;


-- server/analytics/growth/postgres/streaming-clients.ts

-- SESSION_SETTINGS_SQL
set work_mem = '256MB'; set max_parallel_workers_per_gather = 0; set synchronous_commit = off;

-- withStreamingClients
reset all;


-- server/analytics/growth/postgres/top-lists.ts

-- currentValueSql
(select o.follower_count from pinner_metrics o where o._id = t.pinner_id);

-- performersQuery (name: performers-${entity}-${metric})
select t._id, ${entity === 'pinner' ? 'coalesce(t.name, t.username)' : 't.name'} "name", ${username}, ${titleSourceSql[entity]}, t.image_url,
    ${entity === 'board' ? boardPicturesSql : `'{}'::text[] pictures`}, ${currentValueSql(entity, metric)} current_value, top.score momentum_score,
    top.growth growth_percent, top.place::int current_rank, top.previous_rank, top.confidence,
    m.jump_share, m.jumped_on
  from top_performers top join ${text} t on t._id = top._id join ${metrics} m on m._id = top._id
  where top.entity = $1 and top.slot = $2 order by top.place limit $3;

-- averageQuery
select average from momentum_averages where entity = $1 and slot = $2 and scored > 0;

-- figuresQuery
select variant, total, changed_at, scored_day from catalog_stats;

-- collaborativeQuery
select count(*)::int boards from board_metrics m where m.collaborator_count > 0;


-- server/analytics/growth/postgres/update-scores-in-place.ts

-- updateScoresInPlace
drop table if exists rescored;

-- updateScoresInPlace
create temp table rescored on commit drop as select ${scoreTableColumns.join(', ')} from ${entity}_scores with no data;

-- updateScoresInPlace
insert into ${entity}_scores (${scoreTableColumns.join(', ')}) ${stagedRowsSql(entity, scoreTableColumns, 'rescored', 'pinner_scores')}
  on conflict (_id) do update set ${updatedColumns.map((column) => `${column} = excluded.${column}`).join(', ')};

-- updateScoresInPlace
delete from ${entity}_scores s using changed_ids c
  where s._id = c._id and not exists (select from ${entity}_series r where r._id = c._id);

-- updateScoresInPlace
update ${entity}_metrics m set ${growth.map(([column, value]) => `${column} = ${value}`).join(', ')}
  from changed_ids c left join ${entity}_scores s on s._id = c._id
  where m._id = c._id and (${growth.map(([column, value]) => `m.${column} is distinct from ${value}`).join(' or ')});

-- updateScoresInPlace
insert into ${entity}_words (term, total) select term, count(*) from changed_ids join ${variantOf[entity]} using (_id), unnest(terms) term
  group by term on conflict do nothing;


-- server/analytics/visitors/postgres/aggregate-counts.ts

-- SUM_EVENTS_SQL
with batch as materialized (
    select ${eventDaySql} as day, name, path, referrer from events where id > $1 and id <= $2
  ), ${sumByKeySql('page_days', 'path')}, ${sumByKeySql('referrer_days', 'referrer')}, types as (
    select day, name, count(*) n from batch group by 1, 2
  ), stored_types as (
    insert into event_days as sums (day, name, count) select day, name, n from types order by day, name
    on conflict (day, name) do update set count = sums.count + excluded.count
  )
  select day, sum(n)::int count from types group by day order by day;


-- server/analytics/visitors/postgres/aggregate-visitors.ts

-- RECORD_VISITORS_SQL
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
  on conflict (day) do update set visitors = sums.visitors + excluded.visitors;


-- server/analytics/visitors/postgres/aggregate-windows.ts

-- CLOSE_DAYS_SQL
insert into visitor_windows (day, days, visitors)
  select ends, days, coalesce((select sum(visitors) from visitors_last_seen seen where seen.day > ends - days and seen.day <= ends), 0)
  from generate_series($1::int, $2::int) ends, unnest($3::int[]) days
  on conflict (day, days) do update set visitors = excluded.visitors;

-- REPAIR_DAYS_SQL
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
  on conflict (day, days) do update set visitors = excluded.visitors;

-- windowSumsSql
insert into ${table}_windows (days, ${column}, count)
  select days, ${column}, sum(count) from unnest($2::int[]) days
  join ${table}_days on day > $1::int + 1 - days and day <= $1 group by 1, 2;

-- sumWindows
delete from page_windows;

-- sumWindows
delete from referrer_windows;


-- server/analytics/visitors/postgres/event-aggregation.ts

-- PostgresEventAggregation.isBehind (name: is-fold-behind)
select folded_id < case when is_called then last_value else 0 end or closed_day is null or closed_day < $1 - 1
    or late_from is not null is_behind
  from event_fold, events_id;

-- PostgresEventAggregation.#readHighWaterMark
set local lock_timeout = '1s';

-- PostgresEventAggregation.#readHighWaterMark
select case when is_called then last_value else 0 end id from events_id;

-- PostgresEventAggregation.#aggregateBatch
update event_fold set folded_id = $1, closed_day = $2, first_day = $3, late_from = $4, late_to = $5, folded_at = $6;

-- PostgresEventAggregation.#repairLateDays
update event_fold set late_from = null, late_to = null;

-- lockState
set local lock_timeout = '10s'; set local work_mem = '64MB';

-- lockState
select folded_id, closed_day, first_day, late_from, late_to, kept_from from event_fold for update;


-- server/analytics/visitors/postgres/event-anonymizer.ts

-- PostgresEventAnonymizer.anonymizeDeletedUsers
update ${escapeIdentifier(name)} seen set user_id = null
  where user_id is not null and not exists (select from users where users.id = seen.user_id);


-- server/analytics/visitors/postgres/event-lock.ts

-- storeLockSql
select pg_advisory_xact_lock_shared(7305113);

-- highWaterMarkLockSql
select pg_advisory_xact_lock(7305113);


-- server/analytics/visitors/postgres/event-partitions.ts

-- listEventPartitions
select relname name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'events'::regclass order by relname;

-- PostgresEventPartitions.dropExpired
select from event_fold for update;

-- PostgresEventPartitions.dropExpired
delete from visitors_seen where last_day < $1;

-- PostgresEventPartitions.dropExpired
delete from visitors_last_seen where day < $1;

-- PostgresEventPartitions.dropExpired
delete from event_names where day < $1;

-- PostgresEventPartitions.dropExpired
delete from stored_events where day < $1;

-- PostgresEventPartitions.#createPartition
set local lock_timeout = '5s';

-- PostgresEventPartitions.#createPartition
lock table events_rest in access exclusive mode;

-- PostgresEventPartitions.#createPartition
create table if not exists ${table} (like events including defaults);

-- PostgresEventPartitions.#createPartition
with moved as (delete from events_rest where at >= ${startOfDaySql('$1::int')} and at < ${startOfDaySql('$2::int')} returning *)
  insert into ${table} select * from moved;

-- PostgresEventPartitions.#createPartition
alter table events attach partition ${table} for values from (${dayBoundSql(month.from)}) to (${dayBoundSql(month.to)});

-- PostgresEventPartitions.#dropPartition
set local lock_timeout = '5s';

-- PostgresEventPartitions.#dropPartition
update event_fold set kept_from = greatest(kept_from, $1);

-- PostgresEventPartitions.#dropPartition
drop table ${partitionTable(month)};


-- server/analytics/visitors/postgres/reset-aggregates.ts

-- resetAggregates
select kept_from from event_fold for update;

-- resetAggregates
delete from ${table} where $1::int is null or day >= $1 or day between $2 and $3;

-- resetAggregates
delete from visitors_seen; delete from visitors_last_seen; delete from page_windows; delete from referrer_windows;

-- resetAggregates
update event_fold set folded_id = 0, closed_day = $1::int - 1, first_day = (select min(day) from event_days), late_from = null, late_to = null;


-- server/analytics/visitors/postgres/site-figures-sql.ts

-- topRowsSql
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
      and not exists (select from ${kind}_windows w where w.days = $1 and w.${column} = today.${column})
  ) both_parts order by count desc, key limit 100);

-- SPAN_SQL
select today, today - $1::int + 1 first, today - 2 * $1::int + 1 start, first_day, folded_at
  from (select coalesce(closed_day + 1, $2::int) today, first_day, folded_at from event_fold limit 1) state;

-- siteFiguresSql
with span as materialized (
    select today, today - $1::int + 1 first, today - 2 * $1::int + 1 start, first_day, folded_at
    from (select coalesce(closed_day + 1, $2::int) today, first_day, folded_at from event_fold limit 1) state
  )
  select 'state' kind, first_day as day, null::text as key, today::bigint count, folded_at as at from span
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
  union all ${topRowsSql('referrer', 'referrer')};

-- keyFiguresSql
select span.today, span.first_day, sums.day, sums.count from (
    select today, today - $1::int + 1 first, today - 2 * $1::int + 1 start, first_day, folded_at
    from (select coalesce(closed_day + 1, $2::int) today, first_day, folded_at from event_fold limit 1) state) span
  left join ${table} sums on sums.${column} = $3 and sums.day = any (array(select generate_series(span.start, span.today)));


-- server/analytics/visitors/postgres/visitor-events.ts

-- INSERT_EVENTS_SQL
insert into events (at, visitor, user_id, name, path, referrer, metadata)
  select $1, visitor, user_id, name, path, referrer, metadata::jsonb
  from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
    as given (visitor, user_id, name, path, referrer, metadata);

-- SUM_STORED_SQL
insert into stored_events as sums (day, events, bytes) values ($1, $2, $3)
  on conflict (day) do update set events = sums.events + excluded.events, bytes = sums.bytes + excluded.bytes
  returning events, bytes;

-- COUNT_EVENTS_SQL
insert into event_days as sums (day, name, count) select $1, name, count(*) from unnest($2::text[]) name group by name order by name collate "C"
  on conflict (day, name) do update set count = sums.count + excluded.count;

-- PostgresVisitorEvents.#admitNames
lock table event_names in exclusive mode;

-- PostgresVisitorEvents.#admitNames
insert into event_names
  select $1, given.name from unnest($2::text[]) given (name)
  where not exists (select from event_names known where known.day = $1 and known.name = given.name)
  limit greatest($3 - (select count(*) from event_names where day = $1), 0);

-- PostgresVisitorEvents.#admitNames
select name from event_names where day = $1;
