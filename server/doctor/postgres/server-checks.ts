import { Client } from 'pg';
import { broken, doubtful, type Finding, good } from '#server/doctor/finding';

/** The versions of Postgres that the tests run on. */
const MIN_MAJOR = 15;
const NEWEST_TESTED_MAJOR = 18;

/** What a server keeps open at most, and what a command needs beside it. */
const INSTANCE_CONNECTIONS = 20;
const COMMAND_CONNECTIONS = 10;

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

/** Whether the role may create the schema, and whether the extensions are there or can be created. */
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
    schema
      ? good('Privileges', `${role} may create tables`)
      : broken('Privileges', `${role} may not create tables in ${name}`, `As its owner: grant create on schema public to ${role};`),
    missing.length === 0
      ? good('Extensions', EXTENSIONS.join(', '))
      : broken(
          'Extensions',
          `${missing.join(' and ')} cannot be created by ${role}`,
          `In ${name}, as its owner: grant create on database ${name} to ${role}; or as a superuser: ${create} They come with postgresql-contrib.`,
        ),
  ];
}

export async function checkConnections(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ allowed: number; used: number; limit: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int allowed,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') used,
       (select rolconnlimit from pg_roles where rolname = current_user) "limit"`,
  );
  const [{ allowed, used, limit } = { allowed: 0, used: 0, limit: -1 }] = rows;
  const most = limit < 0 ? allowed : Math.min(allowed, limit);
  const message = `${most} allowed, ${used} in use`;
  const needed = INSTANCE_CONNECTIONS + COMMAND_CONNECTIONS;
  return most >= needed
    ? good('Connections', message)
    : doubtful(
        'Connections',
        message,
        `Allow ${INSTANCE_CONNECTIONS} per server and ${COMMAND_CONNECTIONS} for commands (max_connections).`,
      );
}

export async function checkClock(client: Client): Promise<Finding> {
  const askedAtMs = Date.now();
  const { rows } = await client.query<{ time: Date }>('select clock_timestamp() "time"');
  const middleMs = (askedAtMs + Date.now()) / 2;
  const differenceMs = Math.abs((rows[0]?.time.getTime() ?? 0) - middleMs);
  const message = `${(differenceMs / 1000).toFixed(1)} s apart from the database's`;
  return differenceMs <= MAX_CLOCK_DIFFERENCE_MS
    ? good('Clock', message)
    : doubtful('Clock', message, 'Synchronize the clocks of both machines (NTP).');
}

/**
 * Whether statements of one session run in one session of Postgres. A pooler in transaction mode spreads them, and locks of jobs and
 * migrations would stay behind. While a second session is in a transaction, such a pooler must give the first one another process.
 */
export async function checkPooler(client: Client, openSecond: () => Promise<Client>): Promise<Finding> {
  const pidOf = async () => (await client.query<{ pid: number }>('select pg_backend_pid() pid')).rows[0]?.pid;
  const pid = await pidOf();
  const second = await openSecond();
  try {
    await second.query('begin');
    await second.query('select 1');
    return (await pidOf()) === pid
      ? good('Pooler', 'sessions stay on one connection')
      : broken(
          'Pooler',
          'DATABASE_URL leads to a pooler in transaction mode, which loses locks',
          'Let DATABASE_URL lead to Postgres itself, or set pool_mode = session.',
        );
  } finally {
    await second.end();
  }
}
