import { readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** What a new cluster, its write-ahead log, the schema, and the demo take, and what then has to be free (see `DiskGuard`). */
export const MIN_FREE_BYTES_TO_CREATE = 400 * 1024 ** 2;

/** Writes stop when less is free, because Postgres ends when it has no room for its log. */
export const MIN_FREE_BYTES_TO_RUN = 64 * 1024 ** 2;

/** A size for operators, rounded down. */
export const megabytesText = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MB`;

/** The room on the disk of a folder for programs without special rights. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Fails unless the disk of a folder has room for a new cluster. */
export async function assertRoomToCreate(folder: string, minFreeBytes: number): Promise<void> {
  const free = await freeBytes(folder);
  if (free >= minFreeBytes) return;
  throw new Error(
    `There is too little room for a database in ${folder}: ${megabytesText(free)} free, ${megabytesText(minFreeBytes)} needed. ` +
      'Make room, or set DATA_DIR to another disk, and start again. Nothing was created.',
  );
}

/** The file beside a cluster that keeps room which only its Postgres may take. */
export const reserveOf = (directory: string): string => join(directory, 'reserve');

/** Gives the reserve to a Postgres that starts on a full disk. */
export async function releaseReserveIfFull(directory: string): Promise<void> {
  if ((await freeBytes(directory)) < MIN_FREE_BYTES_TO_RUN) await rm(reserveOf(directory), { force: true });
}

/** Whether writes to a cluster, which may be down, were stopped because its disk is full. */
export async function isReadOnlyCluster(directory: string): Promise<boolean> {
  const settings = await readFile(join(directory, 'data', 'postgresql.auto.conf'), 'utf8').catch(() => '');
  return /^default_transaction_read_only = 'on'/m.test(settings);
}

const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC']);

function saysDiskFull(failure: unknown): boolean {
  const { code, message, stderr } = failure as { readonly code?: unknown; readonly message?: string; readonly stderr?: string };
  return DISK_FULL_CODES.has(code) || /No space left on device/.test(`${message} ${stderr}`);
}

/** The failure as operators can act on it if the disk of the cluster is full, whatever failed first; else the failure itself. */
export async function explainFullDisk(failure: unknown, folder: string, minFreeBytes = MIN_FREE_BYTES_TO_RUN): Promise<unknown> {
  const free = await freeBytes(folder).catch(() => Number.POSITIVE_INFINITY);
  if (!saysDiskFull(failure) && free >= minFreeBytes && !(await isReadOnlyCluster(folder))) return failure;
  const message = `The disk of ${folder} is full: ${megabytesText(free)} free. Make room and start again; nothing else is needed.`;
  return new Error(message, { cause: failure });
}
