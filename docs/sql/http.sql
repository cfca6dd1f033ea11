-- server/http/limits/postgres/rate-limits.ts

-- RECORD_HIT
with earlier as (select coalesce((select hits from rate_limits where name = $1 and subject = $2 and slot = $3::bigint - 1), 0) * $4::float8 weight)
  insert into rate_limits as existing (name, subject, slot, hits, expires_at)
  select $1, $2, $3::bigint, 1, $6::timestamptz from earlier where weight + 1 <= $5::float8
  on conflict (name, subject, slot) do update set hits = existing.hits + 1
  where (select weight from earlier) + existing.hits + 1 <= $5::float8
  returning hits;

-- READ_COUNTS
select coalesce(sum(hits) filter (where slot = $3::bigint - 1), 0)::int previous, coalesce(sum(hits) filter (where slot = $3::bigint), 0)::int "current"
  from rate_limits where name = $1 and subject = $2 and slot in ($3::bigint, $3::bigint - 1);
