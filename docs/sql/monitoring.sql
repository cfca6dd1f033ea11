-- server/monitoring/operations/postgres/operations.ts

-- IMPORTS_SQL
select r.id, r.kind, r.source, r.phase, r.lines, r.rejected, r.started_at, r.finished_at,
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
  exists (select from import_runs where finished_at is not null and kind <> 'interest') imported,
  (select count(*) from letters where due_at is not null) unsent,
  (select min(created_at) from letters where due_at is not null) oldest,
  (select json_agg(name) from migrations) applied,
  (select value from settings where name = 'site_id') site,
  pg_database_size(current_database()) bytes;
