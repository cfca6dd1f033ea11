-- server/operations/alarms/postgres/alarm-messages.ts

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


-- server/operations/backup/postgres/back-up-database.ts

-- copySql
copy ${escapeIdentifier(name)} (${list}) to stdout;

-- copySql
copy (select ${list} from only ${escapeIdentifier(name)} order by ${key.map(escapeIdentifier).join(', ')}) to stdout;


-- server/operations/backup/postgres/backup-client.ts

-- SESSION_SQL
set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8';
  set synchronize_seqscans = off;


-- server/operations/backup/postgres/load-tables.ts

-- createPartitions
create table if not exists ${escapeIdentifier(name)} partition of ${escapeIdentifier(partition.of)} ${partition.bound};

-- dropIndexes
select c.relname::text "name", pg_get_indexdef(i.indexrelid) definition
  from unnest($1::text[]) t(name) join pg_index i on i.indrelid = format('%I', t.name)::regclass join pg_class c on c.oid = i.indexrelid
  where not i.indisunique and not c.relispartition order by 1;

-- dropIndexes
drop index ${rows.map(({ name }) => escapeIdentifier(name)).join(', ')};

-- loadRows
copy ${escapeIdentifier(table)} (${columns.map(escapeIdentifier).join(', ')}) from stdin;

-- loadTables
truncate ${names.map(escapeIdentifier).join(', ')} cascade;

-- loadTables
select setval(to_regclass($1), $2::bigint);


-- server/operations/backup/postgres/restore-database.ts

-- discardDerived
update catalog_stats set generation = null, behind = true;

-- discardDerived
delete from job_runs where job = 'growth stage';

-- fillTermDictionaries
truncate ${words};

-- fillTermDictionaries
insert into ${words} (term, total) select term, count(*) from ${text}, unnest(terms) term group by term;

-- MAX_LOCK_WAIT_SQL
set local lock_timeout = '30s';


-- server/operations/backup/postgres/restore-target.ts

-- listOwnRelations
select o.relname::text "name", o.relkind::text kind, o.relispartition "isPartition" from ${ownObjects('pg_class', 'rel')}
  and o.relkind in ('r', 'p', 'v', 'm', 'S') order by o.relname;

-- readRestoreTarget
select distinct application_name "name" from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name in ('corklight', 'corklight job', 'corklight lock');

-- dropEverything
drop ${dropStatements[kind]} if exists ${escapeIdentifier(name)} cascade;

-- dropEverything
select o.oid::regprocedure::text signature, case o.prokind when 'a' then 'aggregate' when 'p' then 'procedure' else 'function' end kind
  from ${ownObjects('pg_proc', 'pro')};

-- dropEverything
drop ${kind} if exists ${signature} cascade;


-- server/operations/backup/postgres/snapshot.ts

-- TABLES_SQL
select c.oid::int8 oid, c.relname::text "name", greatest(c.reltuples, 0)::int8 "estimatedRows",
    array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) columns,
    array(select attname::text from pg_index i, unnest(i.indkey) with ordinality as k(number, place)
      join pg_attribute on attnum = k.number and attrelid = c.oid where i.indrelid = c.oid and i.indisprimary order by k.place) "key",
    case when parent.oid is not null then json_build_object('of', parent.relname, 'bound', pg_get_expr(c.relpartbound, c.oid)) end "partition",
    array(select referred.relname::text from pg_constraint k join pg_class referred on referred.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) "references"
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
  where ${ownedBySiteSql('c', 'rel')} and c.relkind = 'r' and c.relpersistence = 'p'
  order by c.relname;

-- readSequences
select sequencename::text "name", last_value::text "last" from pg_sequences
  where schemaname = current_schema() and last_value is not null and sequencename <> 'migrations_id_seq' order by 1;

-- readOrigin
select now() "createdAt", split_part(current_setting('server_version'), ' ', 1) postgres;

-- readSiteId
insert into settings (name, value) values ('site_id', gen_random_uuid()) on conflict (name) do nothing;

-- readSiteId
select value from settings where name = 'site_id';


-- server/operations/doctor/postgres/database-roles.ts

-- readSession
select current_user::text "role", datname::text "name", oid || ' ' || pg_postmaster_start_time() place
  from pg_database where datname = current_database();

-- findWrongMembership
select pg_has_role($1::name, current_user, 'member') "isMember", pg_has_role($1::name, datdba, 'member') "ownsDatabase",
  pg_has_role(current_user, $1::name, 'usage') "mayGrant" from pg_database where datname = current_database();


-- server/operations/doctor/postgres/denied-privilege.ts

-- explainDeniedPrivilege
select current_user "role", current_database() "name",
  (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('migrations') and not pg_has_role(relowner, 'usage')) "owner";


-- server/operations/doctor/postgres/encrypted-data.ts

-- checkEncryptedData
select sealed_key from second_factors where confirmed_at is not null;

-- checkEncryptedData
select user_id, platform, external_id, access_token, null refresh_token, key_id from linked_accounts;


-- server/operations/doctor/postgres/server-checks.ts

-- checkVersion
select current_setting('server_version') version;

-- checkTableOwner
select pg_get_userbyid(relowner) "owner", has_table_privilege(oid, 'select') "isReadable"
  from pg_class where oid = to_regclass('migrations') and not pg_has_role(relowner, 'usage');

-- checkWritable
select current_setting('transaction_read_only')::bool "isReadOnly";

-- checkPrivileges
select has_schema_privilege(current_schema(), 'create') "schema",
  has_database_privilege(current_database(), 'create') "database", current_user "role", current_database() "name";

-- checkPrivileges
select name, bool_or(installed) "isInstalled", bool_or(trusted) "isTrusted" from pg_available_extension_versions
  where name = any ($1) group by name;

-- checkPrivileges
create extension ${extension};;

-- checkConnections
select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int allowed,
  (select count(*)::int from pg_stat_activity where backend_type = 'client backend') used,
  (select rolconnlimit from pg_roles where rolname = current_user) "limit";

-- checkClock
select clock_timestamp() "time";

-- backendPidOf
select pg_backend_pid() pid;


-- server/operations/doctor/postgres/site-data-checks.ts

-- checkDataAge
select greatest((select max(last_crawled_at) from boards), (select max(last_crawled_at) from pinners), (select max(last_crawled_at) from pins)) newest;


-- server/operations/postgres/operations.ts

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


-- server/operations/releases/postgres/newest-release.ts

-- saveNewestRelease
insert into settings values ('newest_release', $1) on conflict (name) do update set value = excluded.value;

-- readNewestRelease
select value from settings where name = 'newest_release';
