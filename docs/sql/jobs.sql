-- server/jobs/postgres/advisory-lock.ts

-- lockHolderSql
select a.backend_start from pg_locks l join pg_stat_activity a on a.pid = l.pid where ${isHeldSql(name)};

-- tryLock
select pg_try_advisory_lock($1, hashtext($2)) held;

-- waitForLock
select set_config('lock_timeout', $1, false);

-- waitForLock
select pg_advisory_lock($1, hashtext($2));


-- server/jobs/postgres/job-locks.ts

-- PostgresJobLocks.listHeld
select j.job from unnest($1::text[]) j(job) where exists (select from pg_locks l where ${isHeldSql('j.job')});
