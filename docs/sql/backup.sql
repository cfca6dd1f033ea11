-- server/backup/postgres/back-up-database.ts

-- copySql
copy ${escapeIdentifier(name)} (${list}) to stdout;

-- copySql
copy (select ${list} from only ${escapeIdentifier(name)} order by ${key.map(escapeIdentifier).join(', ')}) to stdout;


-- server/backup/postgres/backup-client.ts

-- SESSION_SQL
set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8';
  set synchronize_seqscans = off;


-- server/backup/postgres/load-tables.ts

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


-- server/backup/postgres/restore-database.ts

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


-- server/backup/postgres/restore-target.ts

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


-- server/backup/postgres/snapshot.ts

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
