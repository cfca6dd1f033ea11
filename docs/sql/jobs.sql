-- server/jobs/postgres/advisory-lock.ts

-- tryLock
select pg_try_advisory_lock($1, hashtext($2)) held;

-- waitForLock
select set_config('lock_timeout', $1, false);

-- waitForLock
select pg_advisory_lock($1, hashtext($2));


-- server/jobs/postgres/job-locks.ts

-- PostgresJobLocks.listHeld
select j.job from unnest($1::text[]) j(job) where exists (
  select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid::bigint = $2
    and l.objid::bigint = hashtext(j.job)::bigint & 4294967295
    and l.database = (select oid from pg_database where datname = current_database()));
