import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { freePort } from '#server/database/embedded-postgres';
import { MIGRATION_APPLICATION_NAME } from '#server/database/migration/migration-lock';
import type { Report, Scenario } from '../scenario.js';
import { Site, type SiteSource, spawnServer } from '../site.js';
import { withClient } from './postgres-processes.js';

/** An early migration makes this table, and later ones change it. */
const CHANGED_TABLE = 'users';

const POLL_INTERVAL_MS = 1;
const MAX_RECOVERY_MS = 60_000;

/** The columns, indexes, and constraints of all tables, and the applied migrations. */
const schemaSql = `
  select table_name::text, column_name::text, data_type::text, is_nullable::text, coalesce(column_default, '') from information_schema.columns
  where table_schema = 'public' and table_name not like 'events\\_%'
  union all select tablename::text, indexdef, '', '', '' from pg_indexes where schemaname = 'public' and tablename not like 'events\\_%'
  union all select conrelid::regclass::text, pg_get_constraintdef(oid), contype::text, '', '' from pg_constraint
  where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'events\\_%'
  union all select 'migrations', name, '', '', '' from migrations
  order by 1, 2, 3, 4, 5`;

/** Waits for an answer that is not null. */
async function poll<T>(read: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await read();
    if (found !== null) return found;
    await sleep(POLL_INTERVAL_MS);
  }
}

const countOf = async (client: Client, sql: string, values: unknown[] = []): Promise<number> =>
  (await client.query<{ count: number }>(sql, values)).rows[0]?.count ?? 0;

/**
 * Kills a server while it migrates an empty database, and returns how many migrations were committed. A lock on a table that an earlier
 * migration made holds the later ones back, so that the kill lands after some of them and before the others.
 */
async function killBetweenMigrations(source: SiteSource): Promise<number> {
  const locker = new Client({ connectionString: source.databaseUrl });
  await locker.connect();
  const server = spawnServer(source, await freePort());
  const ended = once(server, 'exit');
  try {
    await poll(async () => ((await countOf(locker, 'select count(to_regclass($1))::int count', [CHANGED_TABLE])) > 0 ? true : null));
    await locker.query(`begin; lock table ${CHANGED_TABLE} in access exclusive mode`);
    const waiting = `select count(*)::int count from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`;
    await withClient(source.databaseUrl, (client) =>
      poll(async () => ((await countOf(client, waiting, [MIGRATION_APPLICATION_NAME])) > 0 ? true : null)),
    );
    server.kill('SIGKILL');
    await ended;
    return await withClient(source.databaseUrl, (client) => countOf(client, 'select count(*)::int count from migrations'));
  } finally {
    server.kill('SIGKILL');
    await locker.end();
  }
}

/** Starts a site on a database, and returns the schema that its migrations made and how long the start took. */
async function startOn(source: SiteSource): Promise<{ readonly schema: readonly unknown[]; readonly ms: number }> {
  const beganAt = performance.now();
  const site = await Site.start(source);
  const ms = performance.now() - beganAt;
  try {
    return { schema: await withClient(source.databaseUrl, async (client) => (await client.query(schemaSql)).rows), ms };
  } finally {
    await site.stop();
  }
}

async function run({ source }: Site): Promise<Report> {
  const databases = ['killed_migration', 'whole_migration'] as const;
  const [killed, whole] = databases.map((name) => {
    const url = new URL(source.databaseUrl);
    url.pathname = `/${name}`;
    return { ...source, databaseUrl: url.toString() };
  }) as [SiteSource, SiteSource];
  await withClient(source.databaseUrl, async (client) => {
    for (const name of databases) await client.query(`create database ${name}`);
  });
  const committed = await killBetweenMigrations(killed);
  const [control, resumed] = [await startOn(whole), await startOn(killed)];
  const all = await withClient(whole.databaseUrl, (client) => countOf(client, 'select count(*)::int count from migrations'));
  return {
    figures: {
      'killed after': `${committed} of ${all} migrations`,
      'undisturbed start': `${(control.ms / 1_000).toFixed(1)} s`,
      'start after the kill': `${(resumed.ms / 1_000).toFixed(1)} s`,
    },
    missedBars: [
      ...(committed > 0 && committed < all ? [] : [`the kill did not land between two migrations: ${committed} of ${all} were committed`]),
      ...(isDeepStrictEqual(resumed.schema, control.schema) ? [] : ['the schema differs from that of an undisturbed start']),
      ...(resumed.ms <= MAX_RECOVERY_MS ? [] : [`the next start took ${(resumed.ms / 1_000).toFixed(1)} s`]),
    ],
  };
}

/** A server that is killed after some migrations of an upgrade and before the others. */
export const killedMigration: Scenario = { name: 'kill -9 between two migrations', group: 'upgrades', run };
