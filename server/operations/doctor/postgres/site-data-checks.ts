import type { Client } from 'pg';
import { DAY_MS } from '#domain/durations';
import { MIN_DAYS_LEFT } from '#domain/operations/alarms';
import { formatCount } from '#domain/numbers';
import { sizeOfBackups } from '#server/files/backup-files';
import { knownMigrations, listAppliedMigrations, unknownMigrations } from '#server/database/migration/schema-version';
import { broken, doubtful, type Finding, good } from '#server/operations/doctor/finding';
import { type DiskSettings, readDiskState } from '#server/monitoring/postgres/disk-usage';

/** Figures older than this are reported: growth of a week cannot be seen in them. */
const MAX_DATA_AGE_DAYS = 7;

const countMigrations = (count: number): string => (count === 1 ? '1 migration is' : `${count} migrations are`);

export async function checkSchema(client: Client): Promise<Finding> {
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
export async function checkGrowth(client: Client, config: DiskSettings, now: Date): Promise<Finding> {
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

export async function checkDataAge(client: Client, now: Date): Promise<Finding> {
  const { rows } = await client.query<{ newest: Date | null }>(
    `select greatest((select max(last_crawled_at) from boards), (select max(last_crawled_at) from pinners), (select max(last_crawled_at) from pins)) newest`,
  );
  const newest = rows[0]?.newest ?? null;
  if (newest === null) return doubtful('Data', 'the catalog has no crawled rows', 'Import some: corklight import --help.');
  const days = Math.max(0, Math.floor((now.getTime() - newest.getTime()) / DAY_MS));
  const message = days === 0 ? 'crawled today' : `last crawled ${days} ${days === 1 ? 'day' : 'days'} ago`;
  return days <= MAX_DATA_AGE_DAYS ? good('Data', message) : doubtful('Data', message, 'Import newer readings.');
}
