import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveHeader } from '#server/backup/archive-format';
import { readUnverifiedHeader } from '#server/backup/archive-reader';
import { type BackupKind, backupFileName, deleteOldBackups, listBackups } from '#server/backup/backup-files';
import { backUpDatabase, type BackupRequest, type BackupResult } from '#server/backup/postgres/back-up-database';
import type { Config } from '#server/config/config';
import { readKeys } from '#server/secrets/keys';

/** The folder of backups: BACKUP_DIR, or one in the data folder. */
export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR'>): string =>
  BACKUP_DIR ?? join(DATA_DIR, 'backups');

/** A backup in a folder of backups, of which the newest are kept. */
export interface SiteBackup extends Omit<BackupRequest, 'pathOf'> {
  readonly folder: string;
  readonly kind: BackupKind;
  /** How many backups of this site and kind to keep; null keeps all. */
  readonly keep: number | null;
}

/** Backs up a site into its folder, and then deletes its older backups. */
export async function backUpSite({ folder, kind, keep, ...request }: SiteBackup): Promise<BackupResult> {
  const pathOf: BackupRequest['pathOf'] = (header) => join(folder, backupFileName(kind, header));
  const result = await backUpDatabase({ ...request, pathOf });
  if (keep !== null) await deleteOldBackups(folder, kind, result.header, keep);
  return result;
}

/** Upgrades are rare, and a problem with one may be noticed late. */
const KEPT_UPGRADE_BACKUPS = 3;

const sameSchema = (one: ArchiveHeader, other: ArchiveHeader): boolean =>
  one.migrations.map(({ name }) => name).join() === other.migrations.map(({ name }) => name).join();

/**
 * Deletes the older backups of the same schema. Each start of an upgrade that fails makes one more, and a supervisor starts it every few
 * seconds: they would soon push out the backup from before the upgrade.
 */
async function deleteRepeatedBackups(folder: string, { path, header }: BackupResult): Promise<void> {
  for (const name of await listBackups(folder, 'before-upgrade', header)) {
    const other = join(folder, name);
    const otherHeader = other === path ? null : await readUnverifiedHeader(other).catch(() => null);
    if (otherHeader && sameSchema(otherHeader, header)) await rm(other, { force: true });
  }
}

/** Backs up an embedded database before its schema changes, since no one else does. Returns the path of the archive. */
export async function backUpBeforeUpgrade(url: string, config: Config): Promise<string> {
  const folder = join(config.DATA_DIR, 'backups');
  const backup = await backUpSite({ url, folder, kind: 'before-upgrade', keep: null, keys: readKeys(config) });
  await deleteRepeatedBackups(folder, backup);
  await deleteOldBackups(folder, 'before-upgrade', backup.header, KEPT_UPGRADE_BACKUPS);
  return backup.path;
}
