import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '#domain/durations';
import { formatCount } from '#domain/numbers';
import { prepareImportFolder } from '#server/catalog/intake/files/import-folder';
import { backupFolderProblem, inspectBackups } from '#server/files/backup-files';
import { existingFolder } from '#server/files/make-folder';
import type { Config, SettingTexts } from '#server/config/config';
import { broken, doubtful, type Finding, good } from '#server/operations/doctor/finding';
import { portError } from '#server/http/port-error';
import { hasKeys, readKeys } from '#server/secrets/keys';

/** What the doctor sees of the machine that it runs on. */
export interface Machine {
  readonly environment: SettingTexts;
  readonly nodeVersion: string;
  /** Free space of the disk that holds the folder, or will hold it. */
  readonly freeBytesAt: (folder: string) => Promise<number>;
}

export const thisMachine: Machine = {
  environment: process.env,
  nodeVersion: process.versions.node,
  freeBytesAt: async (folder) => {
    const { bavail, bsize } = await statfs(existingFolder(folder));
    return bavail * bsize;
  },
};

const GIGABYTE_BYTES = 1024 ** 3;

const MIN_NODE = { major: 24, minor: 7 };

/** Less free space than this is reported: an import of a million rows and its indexes need about as much. */
const MIN_FREE_GIGABYTES = 2;

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > MIN_NODE.major || (major === MIN_NODE.major && minor >= MIN_NODE.minor);
  const wanted = `${MIN_NODE.major}.${MIN_NODE.minor}`;
  return isNew ? good('Node', version) : broken('Node', `${version} is too old`, `Install Node ${wanted} or newer.`);
}

export function checkDisk(folder: string, freeBytes: number): Finding {
  const freeGigabytes = freeBytes / GIGABYTE_BYTES;
  const message = `${freeGigabytes.toFixed(1)} GB free at ${folder}`;
  return freeGigabytes >= MIN_FREE_GIGABYTES
    ? good('Disk', message)
    : doubtful('Disk', message, `Free some space, or move DATA_DIR: imports and nightly runs need ${MIN_FREE_GIGABYTES} GB.`);
}

/** Whether the folder of nightly backups can be written, and how old the newest backup in it is. */
export async function checkBackups(
  { BACKUP_DIR: folder, BACKUP_ALARM_HOURS: alarmHours }: Pick<Config, 'BACKUP_DIR' | 'BACKUP_ALARM_HOURS'>,
  now: Date,
): Promise<Finding> {
  if (folder === undefined) return good('Backups', 'off: BACKUP_DIR is not set');
  const problem = await backupFolderProblem(folder);
  if (problem !== null) return broken('Backups', `none can be made: ${problem}`, 'Make the folder of BACKUP_DIR writable, or set another.');
  const { newest } = await inspectBackups(folder, null);
  const fix = 'See the job backup on the operations page, or make one: corklight backup.';
  if (newest === null) return doubtful('Backups', `none in ${folder} yet`, fix);
  const ageHours = Math.max(0, Math.floor((now.getTime() - newest.createdAt.getTime()) / HOUR_MS));
  const message = `the newest in ${folder} is ${formatCount(ageHours, 'hour', 'hours')} old and has ${(newest.bytes / 1e6).toFixed(1)} MB${newest.isEncrypted ? ', encrypted' : ''}`;
  return ageHours <= alarmHours ? good('Backups', message) : doubtful('Backups', message, fix);
}

/** Whether the watched folder can be written. */
export async function checkImportFolder({ IMPORT_DIR: folder }: Pick<Config, 'IMPORT_DIR'>): Promise<Finding> {
  if (folder === undefined) return good('Imports', 'no folder is watched: IMPORT_DIR is not set');
  return prepareImportFolder(folder).then(
    () => good('Imports', `files in ${join(folder, 'incoming')} are imported`),
    ({ code, message }: NodeJS.ErrnoException) =>
      broken('Imports', `${folder} cannot be used: ${code ?? message}`, 'Make the folder of IMPORT_DIR writable, or set another.'),
  );
}

/** Whether the server could listen; a running server of this site also holds its port. */
export async function checkPort({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Promise<Finding> {
  const error = await portError(HOST, PORT);
  if (error === null) return good('Port', `${PORT} is free on ${HOST}`);
  return error.code === 'EADDRINUSE'
    ? doubtful('Port', `${PORT} is in use on ${HOST}`, 'If that is not this site, stop the other program or set PORT.')
    : broken('Port', `the server cannot listen on ${HOST}:${PORT}: ${error.code ?? error.message}`, 'Set HOST and PORT.');
}

export function checkKeys(config: Config): Finding {
  if (!hasKeys(config)) return good('Keys', 'the first start generates them');
  try {
    const { tokenKeys } = readKeys(config);
    return good('Keys', `SECRET_KEY, and TOKEN_KEYS with ${[...tokenKeys.keys()].join(', ')}`);
  } catch (error) {
    return broken('Keys', (error as Error).message, 'Set SECRET_KEY and TOKEN_KEYS as docs/self-hosting.md says.');
  }
}
