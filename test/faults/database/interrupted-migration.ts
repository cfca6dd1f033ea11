import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { freePort } from '#server/database/embedded-postgres';
import { MIGRATION_APPLICATION_NAME } from '#server/database/migration/migration-lock';
import type { Report, Scenario } from '../scenario.js';
import { onSmallTablespace } from '../disks/full-tablespace.js';
import { whyNoSmallDisk } from '../disks/small-disk.js';
import { createDatabase, outputOfServer, Site, type SiteSource, spawnServer } from '../site.js';
import { withClient } from './postgres-processes.js';

/** An early migration makes this table, and later ones change it. */
const CHANGED_TABLE = 'users';

const POLL_INTERVAL_MS = 1;
const MAX_RECOVERY_MS = 60_000;

/** The disk of an empty database, which its tables fill. */
const SMALL_DISK_MEGABYTES = 64;
const FREE_MEGABYTES = 3;

const withoutDemo = { DEMO: 'false' };

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
  const server = spawnServer(source, await freePort(), withoutDemo);
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
    return await countMigrations(source);
  } finally {
    server.kill('SIGKILL');
    await locker.end();
  }
}

/** Starts a site on a database, and returns the schema that its migrations made and how long the start took. */
async function startOn(source: SiteSource): Promise<{ readonly schema: readonly unknown[]; readonly ms: number }> {
  const beganAt = performance.now();
  const site = await Site.start(source, withoutDemo);
  const ms = performance.now() - beganAt;
  try {
    return { schema: await withClient(source.databaseUrl, async (client) => (await client.query(schemaSql)).rows), ms };
  } finally {
    await site.stop();
  }
}

const countMigrations = ({ databaseUrl }: SiteSource): Promise<number> =>
  withClient(databaseUrl, (client) => countOf(client, 'select count(*)::int count from migrations'));

/** Starts a site on a database whose migrations were interrupted, and compares it with one that was not disturbed. */
async function resume(interrupted: SiteSource, committed: number, whole: SiteSource): Promise<Report> {
  const [control, resumed] = [await startOn(whole), await startOn(interrupted)];
  const all = await countMigrations(whole);
  return {
    figures: {
      'interrupted after': `${committed} of ${all} migrations`,
      'undisturbed start': `${(control.ms / 1_000).toFixed(1)} s`,
      'next start': `${(resumed.ms / 1_000).toFixed(1)} s`,
    },
    missedBars: [
      ...(committed > 0 && committed < all ? [] : [`it was not between two migrations: ${committed} of ${all} were committed`]),
      ...(isDeepStrictEqual(resumed.schema, control.schema) ? [] : ['the schema differs from that of an undisturbed start']),
      ...(resumed.ms <= MAX_RECOVERY_MS ? [] : [`the next start took ${(resumed.ms / 1_000).toFixed(1)} s`]),
    ],
  };
}

/** A server that is killed after some migrations of an upgrade and before the others. */
export const killedMigration: Scenario = {
  name: 'kill -9 between two migrations',
  group: 'upgrades',
  run: async ({ source }) => {
    const killed = await createDatabase(source, 'killed_migration', 'empty');
    return resume(killed, await killBetweenMigrations(killed), await createDatabase(source, 'whole_migration', 'empty'));
  },
};

/** A server whose database has no room for the tables of an upgrade, and then has. */
export const fullDuringUpgrade: Scenario = {
  name: 'full disk',
  group: 'upgrades',
  skipReason: whyNoSmallDisk,
  run: (site) =>
    onSmallTablespace(site, 'empty', SMALL_DISK_MEGABYTES, async (full, disk) => {
      await disk.fill(FREE_MEGABYTES);
      const said = await outputOfServer(full, await freePort());
      const committed = await countMigrations(full);
      await disk.empty();
      const report = await resume(full, committed, await createDatabase(site.source, 'roomy_migration', 'empty'));
      const missed = said.includes('No space left on device') ? [] : [`the start said: ${said}`];
      return { ...report, missedBars: [...report.missedBars, ...missed] };
    }),
};
