import { join } from 'node:path';
import { type BackupKind, backupFileName, deleteOldBackups } from '#server/backup/backup-files';
import { backUpDatabase, type BackupRequest, type BackupResult } from '#server/backup/postgres/back-up-database';
import { keyFingerprints } from '#server/backup/key-fingerprints';
import type { Config } from '#server/config/config';
import { type Keys, readKeys } from '#server/secrets/keys';

/** The folder of backups: BACKUP_DIR, or one in the data folder. */
export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR'>): string =>
  BACKUP_DIR ?? join(DATA_DIR, 'backups');

/** A backup in a folder of backups, of which the newest are kept. */
export interface SiteBackup extends Pick<BackupRequest, 'url' | 'onProgress' | 'register'> {
  readonly folder: string;
  readonly kind: BackupKind;
  /** How many backups of this site and kind to keep; null keeps all. */
  readonly keep: number | null;
  readonly keys: Keys;
}

/** Backs up a site into its folder, and then deletes its older backups. */
export async function backUpSite({ folder, kind, keep, keys, ...request }: SiteBackup): Promise<BackupResult> {
  const pathOf: BackupRequest['pathOf'] = (header) => join(folder, backupFileName(kind, header));
  const result = await backUpDatabase({ ...request, pathOf, keys: keyFingerprints(keys) });
  if (keep !== null) await deleteOldBackups(folder, kind, result.header, keep);
  return result;
}

/** Upgrades are rare, and a problem with one may be noticed late. */
const KEPT_UPGRADE_BACKUPS = 3;

/** Backs up an embedded database before its schema changes, since no one else does. Returns the path of the archive. */
export async function backUpBeforeUpgrade(url: string, config: Config): Promise<string> {
  const folder = join(config.DATA_DIR, 'backups');
  return (await backUpSite({ url, folder, kind: 'before-upgrade', keep: KEPT_UPGRADE_BACKUPS, keys: readKeys(config) })).path;
}
