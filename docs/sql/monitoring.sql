-- server/monitoring/alarms/postgres/alarm-messages.ts

-- RECORD_SQL
with now_on as (select * from unnest($1::text[], $2::text[], $3::text[]) as alarms (alarm, kind, text)),
  forgotten as (delete from alarm_messages where not is_open and coalesce(ended_at, began_at) < $4::timestamptz - interval '30 days'),
  ended as (
    update alarm_messages set is_open = false where is_open and alarm not in (select alarm from now_on) returning alarm, kind, text, began_at
  )
  insert into alarm_messages (alarm, kind, text, began_at, ended_at, is_open, due_at)
  select alarm, kind, text, began_at, $4, false, $5 from ended
  union all select alarm, kind, text, $4, null, true, $5::timestamptz from now_on
  on conflict (alarm) where is_open do nothing
  returning id, kind, text, began_at, ended_at;

-- LEASE_SQL
update alarm_messages set due_at = $2, attempted_at = $1, attempts = attempts + 1
  where id = (select id from alarm_messages where due_at <= $1 order by id limit 1 for update skip locked)
  returning id, kind, text, began_at, ended_at, attempts;

-- PostgresAlarmMessages.markDelivered
update alarm_messages set due_at = null, error = null where id = $1;

-- PostgresAlarmMessages.markFailed
update alarm_messages set due_at = $3, error = $2 where id = $1;


-- server/monitoring/operations/postgres/operations.ts

-- IMPORTS_SQL
select r.id, r.kind, r.source, r.phase, r.lines, r.rejected, r.started_at, r.finished_at, r.reason,
    coalesce(r.lock_connected_at = (${lockHolderSql('$1')}), false) is_held
  from import_runs r order by r.id desc limit 20;

-- FACTS_SQL
select (select count(*)::int from letters where given_up_at is not null) failed_emails,
  current_setting('server_version') postgres_version,
  (select name from migrations order by "timestamp" desc limit 1) newest_migration,
  (select json_agg(t) from (
    select coalesce(i.inhparent, c.oid)::regclass::text "name", sum(pg_total_relation_size(c.oid))::float8 bytes
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where c.relkind in ('r', 'm') and c.relnamespace = current_schema()::regnamespace
    group by 1 order by 2 desc limit 8) t) largest_tables;


-- server/monitoring/postgres/disk-usage.ts

-- SIZES_SQL
select measured_at "at", database_bytes "databaseBytes", backup_bytes "backupBytes" from disk_usage
  where day > $1::int - 31 order by day;

-- RECORD_SQL
insert into disk_usage (day, measured_at, database_bytes, backup_bytes) values ($1, $2, pg_database_size(current_database()), $3)
  on conflict (day) do update set measured_at = excluded.measured_at, database_bytes = excluded.database_bytes, backup_bytes = excluded.backup_bytes;

-- recordSizes
delete from disk_usage where day <= $1::int - $2::int;


-- server/monitoring/postgres/site-figures.ts

-- FIGURES_SQL
select
  ${jsonPerEntity((entity) => `(select extract(epoch from max(last_crawled_at)) * 1000 from ${variantOf[entity]})`)} newest,
  ${jsonPerEntity((entity) => `(select total from catalog_stats where variant = '${variantOf[entity]}')`)} counts,
  exists (select from import_runs where finished_at is not null and phase <> 'refused' and kind <> 'interest') imported,
  (select json_agg(r) from (
    select source, reason from import_runs
    where phase = 'refused' and finished_at > coalesce((select max(finished_at) from import_runs where phase <> 'refused'), '-infinity')
    order by finished_at desc limit 5) r) refused_imports,
  (select count(*) from letters where due_at is not null) unsent,
  (select min(created_at) from letters where due_at is not null) oldest,
  (select json_agg(name) from migrations) applied,
  (select value from settings where name = 'site_id') site,
  (select error from alarm_messages where attempted_at is not null order by attempted_at desc limit 1) webhook_fault,
  pg_database_size(current_database()) bytes;


-- server/monitoring/releases/postgres/newest-release.ts

-- saveNewestRelease
insert into settings values ('newest_release', $1) on conflict (name) do update set value = excluded.value;

-- readNewestRelease
select value from settings where name = 'newest_release';
