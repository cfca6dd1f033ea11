-- server/doctor/postgres/database-roles.ts

-- readSession
select current_user::text "role", datname::text "name", oid || ' ' || pg_postmaster_start_time() place
  from pg_database where datname = current_database();

-- findWrongMembership
select pg_has_role($1::name, current_user, 'member') "isMember", pg_has_role($1::name, datdba, 'member') "ownsDatabase",
  pg_has_role(current_user, $1::name, 'usage') "mayGrant" from pg_database where datname = current_database();


-- server/doctor/postgres/denied-privilege.ts

-- explainDeniedPrivilege
select current_user "role", current_database() "name",
  (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('migrations') and not pg_has_role(relowner, 'usage')) "owner";


-- server/doctor/postgres/encrypted-data.ts

-- checkEncryptedData
select sealed_key from second_factors where confirmed_at is not null;

-- checkEncryptedData
select user_id, platform, external_id, access_token, null refresh_token, key_id from linked_accounts;


-- server/doctor/postgres/server-checks.ts

-- checkVersion
select current_setting('server_version') version;

-- checkTableOwner
select pg_get_userbyid(relowner) "owner", has_table_privilege(oid, 'select') "isReadable"
  from pg_class where oid = to_regclass('migrations') and not pg_has_role(relowner, 'usage');

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


-- server/doctor/postgres/site-data-checks.ts

-- checkDataAge
select greatest((select max(last_crawled_at) from boards), (select max(last_crawled_at) from pinners), (select max(last_crawled_at) from pins)) newest;
