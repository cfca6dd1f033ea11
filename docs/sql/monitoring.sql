-- server/monitoring/postgres/site-figures.ts

-- FIGURES_SQL
select
  ${jsonPerEntity((entity) => `(select extract(epoch from max(last_crawled_at)) * 1000 from ${variantOf[entity]})`)} newest,
  ${jsonPerEntity((entity) => `(select total from catalog_stats where variant = '${variantOf[entity]}')`)} counts,
  exists (select from import_runs where finished_at is not null) imported,
  (select count(*) from letters where due_at is not null) unsent,
  (select min(created_at) from letters where due_at is not null) oldest,
  (select json_agg(name) from migrations) applied,
  pg_database_size(current_database()) bytes;
