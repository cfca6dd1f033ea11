import { statfs } from 'node:fs/promises';

/** What a new cluster, its write-ahead log, and the schema take. */
export const MIN_FREE_BYTES_TO_CREATE = 200 * 1024 ** 2;

/** With less, Postgres cannot write its log. */
const MIN_FREE_BYTES_TO_RUN = 16 * 1024 ** 2;

const megabytesText = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MB`;

async function freeBytes(folder: string): Promise<number> {
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

const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC']);

function saysDiskFull(failure: unknown): boolean {
  const { code, message, stderr } = failure as { readonly code?: unknown; readonly message?: string; readonly stderr?: string };
  return DISK_FULL_CODES.has(code) || /No space left on device/.test(`${message} ${stderr}`);
}

/** The failure as operators can act on it if the disk of the cluster is full, whatever failed first; else the failure itself. */
export async function explainFullDisk(failure: unknown, folder: string, minFreeBytes = MIN_FREE_BYTES_TO_RUN): Promise<unknown> {
  const free = await freeBytes(folder).catch(() => Number.POSITIVE_INFINITY);
  if (!saysDiskFull(failure) && free >= minFreeBytes) return failure;
  const message = `The disk of ${folder} is full: ${megabytesText(free)} free. Make room and start again; nothing else is needed.`;
  return new Error(message, { cause: failure });
}
