import type { Client } from 'pg';
import { correctOffset } from '#server/database/database-clock';
import { listLackingRights } from '#server/database/migration/serving-role';
import { broken, doubtful, type Finding, good } from '#server/operations/doctor/finding';
import { joinOwner, readForeignOwner } from '#server/operations/doctor/postgres/database-roles';

/** The versions of Postgres that the tests run on. */
const MIN_MAJOR = 15;
const NEWEST_TESTED_MAJOR = 18;

/** How far the clock of the database may be from ours: codes and sessions expire by both. */
const MAX_CLOCK_DIFFERENCE_MS = 5_000;

const EXTENSIONS = ['intarray', 'pg_trgm'];

export async function checkVersion(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') version`);
  const version = rows[0]?.version ?? 'unknown';
  const major = Number.parseInt(version, 10);
  if (major < MIN_MAJOR) return broken('Postgres version', `${version} is too old`, `Upgrade it to ${MIN_MAJOR} or newer.`);
  return major > NEWEST_TESTED_MAJOR
    ? doubtful('Postgres version', `${version} is newer than what Corklight was tested with`, `Use ${MIN_MAJOR} to ${NEWEST_TESTED_MAJOR}.`)
    : good('Postgres version', version);
}

/** Looks at the site's tables if they belong to a role that ours is no member of: ours may still be the one that serves. */
async function checkTableOwner(client: Client, role: string): Promise<Finding | null> {
  const foreign = await readForeignOwner(client);
  if (!foreign) return null;
  const { owner, isReadable } = foreign;
  if ((await listLackingRights(client, role)).length === 0)
    return good('Privileges', `${role} may serve the tables of ${owner}, which migrates them`);
  return broken('Privileges', `${role} may not ${isReadable ? 'change' : 'read'} the tables of ${owner}`, joinOwner(role, owner));
}

/** Whether the database saves anything. Ours refuses to while its disk is full, as those of many providers do. */
export async function checkWritable(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(`select current_setting('transaction_read_only')::bool "isReadOnly"`);
  return rows[0]?.isReadOnly
    ? broken('Writes', 'the database is read-only', 'Make room on its disk. One of a provider may need more: see its status page.')
    : good('Writes', 'the database saves');
}

/** Whether the role may change the site's tables and create others, and whether the extensions are there or can be created. */
export async function checkPrivileges(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ schema: boolean; database: boolean; role: string; name: string }>(
    `select has_schema_privilege(current_schema(), 'create') "schema",
       has_database_privilege(current_database(), 'create') "database", current_user "role", current_database() "name"`,
  );
  const [{ schema, database, role, name } = { schema: false, database: false, role: '', name: '' }] = rows;
  const { rows: found } = await client.query<{ name: string; isInstalled: boolean; isTrusted: boolean }>(
    `select name, bool_or(installed) "isInstalled", bool_or(trusted) "isTrusted" from pg_available_extension_versions
     where name = any ($1) group by name`,
    [EXTENSIONS],
  );
  const missing = EXTENSIONS.filter((extension) => {
    const state = found.find((each) => each.name === extension);
    return !(state?.isInstalled || (state?.isTrusted && database));
  });
  const create = missing.map((extension) => `create extension ${extension};`).join(' ');
  return [
    (await checkTableOwner(client, role)) ??
      (schema
        ? good('Privileges', `${role} may create tables`)
        : broken('Privileges', `${role} may not create tables in ${name}`, `As its owner: grant create on schema public to ${role};`)),
    missing.length === 0
      ? good('Extensions', EXTENSIONS.join(', '))
      : broken(
          'Extensions',
          `${missing.join(' and ')} cannot be created by ${role}`,
          `In ${name}, as its owner: grant create on database ${name} to ${role}; or as a superuser: ${create} They come with postgresql-contrib.`,
        ),
  ];
}

/** Whether the server allows the connections that one instance and one command take at most. */
export async function checkConnections(client: Client, perInstance: number, perCommand: number): Promise<Finding> {
  const { rows } = await client.query<{ allowed: number; used: number; limit: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int allowed,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') used,
       (select rolconnlimit from pg_roles where rolname = current_user) "limit"`,
  );
  const [{ allowed, used, limit } = { allowed: 0, used: 0, limit: -1 }] = rows;
  const most = limit < 0 ? allowed : Math.min(allowed, limit);
  const message = `${most} allowed, ${used} in use; a server takes up to ${perInstance}, a command ${perCommand}`;
  return most >= perInstance + perCommand
    ? good('Connections', message)
    : doubtful(
        'Connections',
        message,
        `Allow ${perInstance} for each server and ${perCommand} for commands (max_connections), or lower DATABASE_CONNECTIONS.`,
      );
}

export async function checkClock(client: Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query<{ time: Date }>('select clock_timestamp() "time"');
  const differenceMs = Math.abs(correctOffset(0, { before, database: rows[0]?.time.getTime() ?? 0, after: Date.now() }));
  const message = `${(differenceMs / 1000).toFixed(1)} s apart from the database's`;
  return differenceMs <= MAX_CLOCK_DIFFERENCE_MS
    ? good('Clock', message)
    : doubtful('Clock', message, 'Synchronize the clocks of both machines (NTP).');
}

/** How often the test of a pooler is repeated: others may use it at the same moment. */
const POOLER_ROUNDS = 3;

const backendPidOf = async (client: Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() pid')).rows[0]?.pid;

/**
 * Whether statements of one session run in one session of Postgres. A pooler in transaction mode spreads them, and locks of jobs and
 * migrations would stay behind. While a second session is in a transaction, such a pooler lends it the process of the first one, or must
 * give the first one another process.
 */
export async function checkPooler(client: Client, second: Client): Promise<Finding> {
  const pid = await backendPidOf(client);
  for (let round = 0; round < POOLER_ROUNDS; round++) {
    await second.query('begin');
    if ((await backendPidOf(second)) === pid || (await backendPidOf(client)) !== pid)
      return broken(
        'Pooler',
        'DATABASE_URL leads to a pooler in transaction mode, which loses locks',
        'Let DATABASE_URL lead to Postgres itself, or set pool_mode = session.',
      );
    await second.query('commit');
  }
  return good('Pooler', 'sessions stay on one connection');
}
