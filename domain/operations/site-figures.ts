import { DAY_MS } from '#domain/durations';
import { entityTypes, type EntityType } from '#domain/catalog/variants';
import { medianOf } from '#domain/numbers';

/** The folder of nightly backups. */
export interface BackupFigures {
  readonly folder: string;
  /** Why it cannot be used; null if it can. */
  readonly problem: string | null;
  /** Null without a backup of this site in it. */
  readonly newest: { readonly createdAt: Date; readonly bytes: number; readonly isEncrypted: boolean } | null;
}

/** The room on the disk of a folder. */
export interface DiskFigures {
  readonly folder: string;
  readonly freeBytes: number;
  /** How long the room lasts for what we keep there; null if the growth is unknown, or there is none. */
  readonly daysLeft: number | null;
}

/** What a site takes on disks. Growth is in bytes a day; null until it is known. */
export interface DiskUsage {
  readonly databaseGrowth: number | null;
  /** All nightly backups of this site; null without BACKUP_DIR. */
  readonly backupBytes: number | null;
  readonly backupGrowth: number | null;
}

/** An import of which nothing was applied. */
export interface RefusedImport {
  readonly source: string;
  /** Unknown for imports of earlier releases. */
  readonly reason: string | null;
}

/** An import whose taking back failed: it is half taken back until it is tried again. */
export interface FailedTakeBack {
  readonly source: string;
  readonly reason: string;
}

/** What operators watch of the data and the emails of a site. */
export interface SiteFigures {
  /** When the source was last asked about an entity of each kind; null if it never was. */
  readonly newestReadingAt: Readonly<Record<EntityType, Date | null>>;
  readonly rowCounts: Readonly<Record<EntityType, number>>;
  /** Whether an import into the catalog has ever finished, so that the data is more than a demo. */
  readonly hasImported: boolean;
  /** Linked accounts by whether we have access. */
  readonly linkedAccounts: Readonly<Record<'connected' | 'retrying' | 'needs_you', number>>;
  /** Emails that are not delivered yet. */
  readonly unsentEmails: number;
  readonly oldestUnsentAt: Date | null;
  readonly databaseBytes: number;
  readonly schema: SchemaState;
  /** Null without BACKUP_DIR. */
  readonly backups: BackupFigures | null;
  /** The disk of the data folder; null if this server has none. */
  readonly dataDisk: DiskFigures | null;
  /** The disk of BACKUP_DIR; null without one, or if it is that of the data folder. */
  readonly backupDisk: DiskFigures | null;
  readonly usage: DiskUsage;
  /** Whether the database is in the data folder; the room of another one is not known. */
  readonly isDatabaseEmbedded: boolean;
  /** Whether the database refuses to write, as ours does on a full disk, and many providers' too. */
  readonly isReadOnly: boolean;
  /** The imports that were refused since one last went in, newest first. */
  readonly refusedImports: readonly RefusedImport[];
  /** The imports whose taking back failed and can be tried again, newest first. Later journals are kept for them. */
  readonly failedTakeBacks: readonly FailedTakeBack[];
  /** Why the last message to the webhook was not delivered; null if it was, and without a webhook. */
  readonly webhookFault: string | null;
}

/** When an entity of any kind was last read; null if none ever was. */
export function newestReadingOf({ newestReadingAt }: Pick<SiteFigures, 'newestReadingAt'>): Date | null {
  const times = entityTypes.flatMap((entity) => newestReadingAt[entity]?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** Whether an imported catalog has no reading within this many days. The readings of a demo are as old as the demo. */
export function isOutOfDate(figures: Pick<SiteFigures, 'newestReadingAt' | 'hasImported'>, alarmDays: number, now: Date): boolean {
  const newest = figures.hasImported ? newestReadingOf(figures) : null;
  return newest !== null && now.getTime() - newest.getTime() > alarmDays * DAY_MS;
}

/** How the schema of the database compares with the one that a release knows. */
type SchemaState = 'current' | 'older' | 'newer';

/** Compares the migrations that a release knows with those that were applied. A missing one counts more than one too many. */
export function compareSchemas(known: readonly string[], applied: readonly string[]): SchemaState {
  if (known.some((name) => !applied.includes(name))) return 'older';
  return applied.some((name) => !known.includes(name)) ? 'newer' : 'current';
}

/** The size of something at a moment. */
export interface MeasuredSize {
  readonly at: Date;
  readonly bytes: number;
}

/** With fewer, one import would look like a trend. */
const MIN_MEASUREMENTS = 3;

/** Long enough for weekly imports, and short enough to notice within a week that backups are no longer added to. */
const MAX_DAYS = 14;

/**
 * How much something grows, in bytes a day: the median of the growth between each two of the daily measurements of the last 14 days, so
 * that a single large import or cleanup does not count as a trend. Null with fewer than three measurements; 0 if it does not grow.
 */
export function dailyGrowthOf(sizes: readonly MeasuredSize[], now: Date): number | null {
  const recent = sizes.filter(({ at }) => now.getTime() - at.getTime() <= MAX_DAYS * DAY_MS);
  if (recent.length < MIN_MEASUREMENTS) return null;
  const slopes = recent.flatMap((one, index) =>
    recent.slice(index + 1).map((other) => ((other.bytes - one.bytes) / (other.at.getTime() - one.at.getTime())) * DAY_MS),
  );
  return Math.max(0, Math.round(medianOf(slopes) ?? 0));
}

/** How many days the room on a disk lasts for what grows on it. Null if some of that is unknown, or none of it grows. */
export function daysLeftOf(freeBytes: number, dailyGrowths: readonly (number | null)[]): number | null {
  let bytesPerDay = 0;
  for (const growth of dailyGrowths) {
    if (growth === null) return null;
    bytesPerDay += growth;
  }
  return bytesPerDay === 0 ? null : Math.floor(freeBytes / bytesPerDay);
}
