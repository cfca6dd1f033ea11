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
  current_setting('transaction_read_only')::bool read_only,
  pg_database_size(current_database()) bytes;
