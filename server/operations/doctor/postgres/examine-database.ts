import type { Client } from 'pg';
import { SECOND_MS, DAY_MS } from '#domain/durations';
import { connectionsPerCommand, connectionsPerInstance } from '#server/config/connections';
import type { Config } from '#server/config/config';
import { withConnection } from '#server/database/transaction';
import { type Finding, doubtful, good, broken } from '#server/operations/doctor/finding';
import { type DiskSettings, readDiskState } from '#server/monitoring/postgres/disk-usage';
import { checkDatabaseRoles, checkServingRights } from '#server/operations/doctor/postgres/database-roles';
import {
  checkClock,
  checkConnections,
  checkPooler,
  checkPrivileges,
  checkVersion,
  checkWritable,
} from '#server/operations/doctor/postgres/server-checks';
import { checkEncryptedData } from '#server/operations/doctor/postgres/encrypted-data';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Reception, ReadReplica } from '#server/database/replicas/read-replica';
import { readPosition } from '#server/database/replicas/server-position';
import { MIN_DAYS_LEFT } from '#domain/operations/alarms';
import { formatCount } from '#domain/numbers';
import { sizeOfBackups } from '#server/files/backup-files';
import { knownMigrations, listAppliedMigrations, unknownMigrations } from '#server/database/migration/schema-version';

/** Figures older than this are reported: growth of a week cannot be seen in them. */
const MAX_DATA_AGE_DAYS = 7;

const countMigrations = (count: number): string => (count === 1 ? '1 migration is' : `${count} migrations are`);

async function checkSchema(client: Client): Promise<Finding> {
  const applied = await listAppliedMigrations(client);
  if (applied.length === 0) return doubtful('Schema', 'no site has been started on this database yet', 'Start the server.');
  const newer = unknownMigrations(applied);
  const pending = knownMigrations.length - (applied.length - newer.length);
  if (newer.length > 0)
    return broken(
      'Schema',
      `${countMigrations(newer.length)} newer than this release`,
      'Install the newer release again, or restore a backup.',
    );
  return pending > 0
    ? doubtful('Schema', `${countMigrations(pending)} pending`, 'Restart the server: it runs them.')
    : good('Schema', `up to date (${applied.length} migrations)`);
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** How fast the database and the backups grow, and how long the room on this machine's disks lasts. */
async function checkGrowth(client: Client, config: DiskSettings, now: Date): Promise<Finding> {
  const backupBytes = config.BACKUP_DIR === undefined ? null : await sizeOfBackups(config.BACKUP_DIR, null);
  const { usage, dataDisk, backupDisk } = await readDiskState(client, config, backupBytes, now);
  if (usage.databaseGrowth === null) return good('Growth', 'known after three days of a running server');
  const parts = [`the database grows by ${megabytes(usage.databaseGrowth)} a day`];
  if (usage.backupGrowth !== null) parts.push(`the backups by ${megabytes(usage.backupGrowth)}`);
  const disks = [dataDisk, backupDisk].flatMap((disk) => (disk && disk.daysLeft !== null ? [{ ...disk, daysLeft: disk.daysLeft }] : []));
  for (const { folder, daysLeft } of disks) parts.push(`${formatCount(daysLeft, 'day', 'days')} of room at ${folder}`);
  if (config.DATABASE_URL !== undefined) parts.push('the room of your own Postgres is unknown');
  const message = parts.join(', ');
  return disks.some(({ daysLeft }) => daysLeft < MIN_DAYS_LEFT)
    ? doubtful('Growth', message, 'Free some space, lower BACKUP_KEEP, or move to a larger disk.')
    : good('Growth', message);
}

async function checkDataAge(client: Client, now: Date): Promise<Finding> {
  const { rows } = await client.query<{ newest: Date | null }>(
    `select greatest((select max(last_crawled_at) from board_metrics), (select max(last_crawled_at) from pinner_metrics), (select max(last_crawled_at) from pin_metrics)) newest`,
  );
  const newest = rows[0]?.newest ?? null;
  if (newest === null) return doubtful('Data', 'the catalog has no crawled rows', 'Import some: corklight import --help.');
  const days = Math.max(0, Math.floor((now.getTime() - newest.getTime()) / DAY_MS));
  const message = days === 0 ? 'crawled today' : `last crawled ${days} ${days === 1 ? 'day' : 'days'} ago`;
  return days <= MAX_DATA_AGE_DAYS ? good('Data', message) : doubtful('Data', message, 'Import newer readings.');
}

/** How long a replica has to catch up with what the primary had written when the check began. */
const CATCH_UP_MS = 3 * SECOND_MS;
const CHECK_INTERVAL_MS = 50;

/** What to do about a replica that is not read. */
function remedyOf(reception: Reception | null): string {
  if (reception === 'lost its WAL') return 'Make it again, with a larger max_slot_wal_keep_size: docs/scaling.md.';
  if (reception === 'not receiving')
    return 'See its log; if a WAL segment "has already been removed", make it again with a slot: docs/scaling.md.';
  return 'Check DATABASE_READ_URLS and the replication.';
}

/** Whether each replica follows this database. Without one, the catalog is read from the primary, so that nothing is broken. */
export async function checkReplicas(
  client: Client,
  config: Pick<Config, 'DATABASE_READ_URLS' | 'DATABASE_READ_MAX_LAG'>,
): Promise<Finding[]> {
  const { DATABASE_READ_URLS = [], DATABASE_READ_MAX_LAG } = config;
  const primary = await readPosition(client);
  return Promise.all(
    DATABASE_READ_URLS.map(async (url) => {
      const replica = new ReadReplica(url, 1);
      try {
        const startMs = performance.now();
        let state = await replica.check(primary, DATABASE_READ_MAX_LAG * SECOND_MS);
        while (state.problem !== null && state.lagMs !== null && performance.now() - startMs < CATCH_UP_MS) {
          await sleep(CHECK_INTERVAL_MS);
          state = await replica.check(primary, DATABASE_READ_MAX_LAG * SECOND_MS);
        }
        if (state.problem === null) return good('Replica', `${replica.label} follows the primary (${state.reception})`);
        const fix = `${remedyOf(state.reception)} Until then the catalog is read from the primary.`;
        return doubtful('Replica', `${replica.label} ${state.problem}`, fix);
      } finally {
        await replica.close();
      }
    }),
  );
}

const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;

const withClient = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> =>
  withConnection({ connectionString: url, application_name: 'corklight doctor', connectionTimeoutMillis: CONNECT_TIMEOUT_MS }, work);

/** What the server needs of a database before it migrates, with the role at `migrationUrl`: everything without which it cannot work. */
export function examineDatabaseServer(url: string, migrationUrl = url): Promise<Finding[]> {
  return withClient(url, async (client) => [
    await checkVersion(client),
    ...(migrationUrl === url
      ? await checkPrivileges(client)
      : await withClient(migrationUrl, async (migrating) => [
          await checkDatabaseRoles(migrating, client),
          ...(await checkPrivileges(migrating)),
        ])),
    await withClient(url, (second) => checkPooler(client, second)),
  ]);
}

/** Without privileges, the site's tables cannot be read, or are not there yet. */
const canReadTables = (findings: readonly Finding[]): boolean =>
  findings.every(({ subject, state }) => !/^Privileges$|^Database roles$/.test(subject) || state === 'good');

/** The whole database: its server, and the site's schema and data. */
export async function examineDatabase(url: string, config: Config): Promise<readonly Finding[]> {
  const { MIGRATION_DATABASE_URL: migrationUrl } = config;
  const server = await examineDatabaseServer(url, migrationUrl);
  const site = await withClient(url, async (client) => {
    const rights = migrationUrl !== undefined && canReadTables(server) ? await checkServingRights(client) : null;
    if (rights !== null) server.push(rights);
    const findings = [
      await checkConnections(client, connectionsPerInstance(config), connectionsPerCommand(config)),
      await checkClock(client),
      await checkWritable(client),
    ];
    if (!canReadTables(server)) return findings;
    const schema = await checkSchema(client);
    if (schema.state !== 'good') return [...findings, schema];
    const data = [await checkDataAge(client, new Date()), await checkGrowth(client, config, new Date())];
    return [...findings, ...(await checkReplicas(client, config)), schema, ...data, ...(await checkEncryptedData(client, config))];
  });
  return [...server, ...site];
}
