import { stat, statfs } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import {
  type MeasuredSize,
  dailyGrowthOf,
  daysLeftOf,
  type DiskFigures,
  type DiskUsage,
  type SiteFigures,
} from '#domain/operations/site-figures';
import { dayOf } from '#domain/days';
import type { Config } from '#server/config/config';

/** How long a daily size is kept. */
const KEPT_DAYS = 400;

const SIZES_SQL = `select measured_at "at", database_bytes "databaseBytes", backup_bytes "backupBytes" from disk_usage
  where day > $1::int - 31 order by day`;

const RECORD_SQL = `insert into disk_usage (day, measured_at, database_bytes, backup_bytes) values ($1, $2, pg_database_size(current_database()), $3)
  on conflict (day) do update set measured_at = excluded.measured_at, database_bytes = excluded.database_bytes, backup_bytes = excluded.backup_bytes`;

type Queryable = Pick<ClientBase, 'query'>;

/** Stores the sizes of a day, from which the growth follows, and forgets those of long ago. */
export async function recordSizes(database: Queryable, backupBytes: number | null, now: Date): Promise<void> {
  await database.query(RECORD_SQL, [dayOf(now), now, backupBytes]);
  await database.query('delete from disk_usage where day <= $1::int - $2::int', [dayOf(now), KEPT_DAYS]);
}

interface SizesRow {
  readonly at: Date;
  readonly databaseBytes: number;
  readonly backupBytes: number | null;
}

async function readUsage(database: Queryable, backupBytes: number | null, now: Date): Promise<DiskUsage> {
  const { rows } = await database.query<SizesRow>(SIZES_SQL, [dayOf(now)]);
  const backups: MeasuredSize[] = rows.flatMap(({ at, backupBytes: bytes }) => (bytes === null ? [] : [{ at, bytes }]));
  return {
    databaseGrowth: dailyGrowthOf(rows.map(({ at, databaseBytes: bytes }) => ({ at, bytes })), now), // prettier-ignore
    backupBytes,
    backupGrowth: dailyGrowthOf(backups, now),
  };
}

/** Null where the folder does not exist: a server with a database and keys of its own needs none. */
async function readDisk(folder: string | undefined): Promise<{ folder: string; device: number; freeBytes: number } | null> {
  if (folder === undefined) return null;
  try {
    const [{ dev: device }, disk] = await Promise.all([stat(folder), statfs(folder)]);
    return { folder, device, freeBytes: disk.bavail * disk.bsize };
  } catch {
    return null;
  }
}

/** The settings that say where files are. */
export type DiskSettings = Pick<Config, 'BACKUP_DIR' | 'DATA_DIR' | 'DATABASE_URL'>;

/** What the site takes on disks of this server, how fast that grows, and how long the room lasts. The disk of your own Postgres cannot be seen from here. */
export async function readDiskState(
  database: Queryable,
  { BACKUP_DIR, DATA_DIR, DATABASE_URL }: DiskSettings,
  backupBytes: number | null,
  now: Date,
): Promise<Pick<SiteFigures, 'usage' | 'dataDisk' | 'backupDisk'>> {
  const [usage, data, backups] = await Promise.all([readUsage(database, backupBytes, now), readDisk(DATA_DIR), readDisk(BACKUP_DIR)]);
  const isShared = data !== null && data.device === backups?.device;
  const onDataDisk = [...(DATABASE_URL === undefined ? [usage.databaseGrowth] : []), ...(isShared ? [usage.backupGrowth] : [])];
  const figuresOf = ({ folder, freeBytes }: { folder: string; freeBytes: number }, growths: readonly (number | null)[]): DiskFigures => ({
    folder,
    freeBytes,
    daysLeft: daysLeftOf(freeBytes, growths),
  });
  return {
    usage,
    dataDisk: data && figuresOf(data, onDataDisk),
    backupDisk: backups && !isShared ? figuresOf(backups, [usage.backupGrowth]) : null,
  };
}
