import { basename, join } from 'node:path';
import { type BackupKind, backupFileName, backupFolderProblem, deleteOldBackups, deleteRepeatedBackups } from '#server/files/backup-files';
import { recipientProblem } from '#server/operations/backup/archive-encryption';
import { backUpDatabase, type BackupRequest, type BackupResult } from '#server/operations/backup/postgres/back-up-database';
import type { Config } from '#server/config/config';
import { readKeys } from '#server/secrets/keys';

/** The folder of backups: BACKUP_DIR, or one in the data folder. */
export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR'>): string =>
  BACKUP_DIR ?? join(DATA_DIR, 'backups');

/** What is wrong with the settings of backups that only trying tells, each as a sentence without its end. */
export async function backupSettingFaults(folder: string | undefined, recipients: readonly string[]): Promise<readonly string[]> {
  const problems = [
    ['BACKUP_DIR', folder === undefined ? null : await backupFolderProblem(folder)],
    ['BACKUP_RECIPIENT', await recipientProblem(recipients)],
  ] as const;
  return problems.flatMap(([setting, problem]) => (problem === null ? [] : [`${setting} cannot be used: ${problem}`]));
}

/** A backup in a folder of backups, of which the newest are kept. */
export interface SiteBackup extends Omit<BackupRequest, 'pathOf'> {
  readonly folder: string;
  readonly kind: BackupKind;
  /** How many backups of this site and kind to keep; null keeps all. */
  readonly keep: number | null;
}

/** Backs up a site into its folder, and then deletes its older backups. */
export async function backUpSite({ folder, kind, keep, ...request }: SiteBackup): Promise<BackupResult> {
  const isEncrypted = (request.recipients ?? []).length > 0;
  const result = await backUpDatabase({ ...request, pathOf: (header) => join(folder, backupFileName(kind, header, isEncrypted)) });
  if (keep !== null) await deleteOldBackups(folder, kind, result.header, keep);
  return result;
}

/** Upgrades are rare, and a problem with one may be noticed late. */
const KEPT_UPGRADE_BACKUPS = 3;

/** Backs up an embedded database before its schema changes, since no one else does. Returns the path of the archive. */
export async function backUpBeforeUpgrade(url: string, config: Config): Promise<string> {
  const folder = join(config.DATA_DIR, 'backups');
  const backup = await backUpSite({
    url,
    folder,
    kind: 'before-upgrade',
    keep: null,
    keys: readKeys(config),
    recipients: config.BACKUP_RECIPIENT,
  });
  await deleteRepeatedBackups(folder, backup.header, basename(backup.path));
  await deleteOldBackups(folder, 'before-upgrade', backup.header, KEPT_UPGRADE_BACKUPS);
  return backup.path;
}
