import { createHash } from 'node:crypto';
import { access, constants, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '#domain/durations';
import type { BackupFigures } from '#domain/operations/site-figures';
import { PARTIAL_SUFFIX } from '#server/files/complete-file';
import { makeFolder, writingProblem } from '#server/files/make-folder';

/** Why a backup was made. Each kind is kept and deleted by itself. */
export type BackupKind = 'corklight' | 'before-upgrade';

const SITE_CHARACTERS = 8;

const prefixOf = (kind: BackupKind, site: string): string => `${kind}-${site.slice(0, SITE_CHARACTERS)}-`;

/** The fields of an archive's header that are part of its name. */
interface NamedHeader {
  /** The id of the site. */
  readonly site: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly migrations: readonly { readonly name: string }[];
}

const SCHEMA_CHARACTERS = 8;

const schemaOf = ({ migrations }: Pick<NamedHeader, 'migrations'>): string =>
  createHash('sha256')
    .update(migrations.map(({ name }) => name).join())
    .digest('hex')
    .slice(0, SCHEMA_CHARACTERS);

/**
 * The name of a backup, such as `corklight-1f2e3d4c-20261122T033000Z.backup`, with `.age` if it is encrypted. Names of a site sort by time.
 * One before an upgrade also names its schema.
 */
export function backupFileName(kind: BackupKind, header: NamedHeader, isEncrypted: boolean): string {
  const time = header.createdAt.replace(/\.\d+Z$/, 'Z').replace(/[-:]/g, '');
  const schema = kind === 'before-upgrade' ? `-${schemaOf(header)}` : '';
  return `${prefixOf(kind, header.site)}${time}${schema}.backup${isEncrypted ? '.age' : ''}`;
}

interface BackupName {
  readonly name: string;
  readonly kind: string;
  /** The beginning of the site's id. */
  readonly site: string;
  readonly createdAt: Date;
  /** Undefined for nightly backups, and those before an upgrade of release 0.1.0. */
  readonly schema: string | undefined;
  readonly isEncrypted: boolean;
}

const NAME = /^(corklight|before-upgrade)-(.{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-([\da-f]{8}))?\.backup(\.age)?$/;

/** Parses a name of `backupFileName`; null for files that were named by hand. */
function parseBackupName(name: string): BackupName | null {
  const [, kind, site, year, month, day, hour, minute, second, schema, age] = NAME.exec(name) ?? [];
  if (kind === undefined || site === undefined) return null;
  const createdAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return { name, kind, site, createdAt, schema, isEncrypted: age !== undefined };
}

/** The complete backups of a kind in a folder, newest first: those of a site, or with null of any. */
async function findBackups(folder: string, ofKind: BackupKind, ofSite: string | null): Promise<readonly BackupName[]> {
  const backups = (await readdir(folder)).flatMap((name) => parseBackupName(name) ?? []);
  return backups
    .filter(({ kind, site }) => kind === ofKind && (ofSite === null || site === ofSite.slice(0, SITE_CHARACTERS)))
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

/** When a file was last written; null if another process deleted it after the folder was listed. */
async function lastWriteMs(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/** Deletes what killed backups left, a day later: a running backup is never that old without a write. */
async function deletePartialFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter((each) => each.endsWith(PARTIAL_SUFFIX))) {
    const path = join(folder, name);
    const writtenAtMs = await lastWriteMs(path);
    if (writtenAtMs !== null && Date.now() - writtenAtMs > DAY_MS) await rm(path, { force: true });
  }
}

/** Deletes all but the newest backups of a site and kind in a folder, and returns the deleted names. */
export async function deleteOldBackups(
  folder: string,
  kind: BackupKind,
  header: Pick<NamedHeader, 'site'>,
  keep: number,
): Promise<readonly string[]> {
  const prefix = prefixOf(kind, header.site);
  await deletePartialFiles(
    folder,
    (await readdir(folder)).filter((name) => name.startsWith(prefix)),
  );
  const old = (await findBackups(folder, kind, header.site)).map(({ name }) => name).slice(keep);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

/**
 * Deletes the other backups of the same schema from before an upgrade. Each start of an upgrade that fails makes one more, and a supervisor
 * starts it every few seconds: they would soon push out the backups of earlier upgrades.
 */
export async function deleteRepeatedBackups(folder: string, header: NamedHeader, newest: string): Promise<void> {
  for (const { name, schema } of await findBackups(folder, 'before-upgrade', header.site))
    if (name !== newest && schema === schemaOf(header)) await rm(join(folder, name), { force: true });
}

const messageOf = (error: unknown): string => (error as Error).message;

/** Why no backup could be written into a folder, which is made if it does not exist; null if one could. */
export async function backupFolderProblem(folder: string): Promise<string | null> {
  try {
    makeFolder(folder);
  } catch (error) {
    return messageOf(error);
  }
  return writingProblem(folder);
}

/** The bytes of all nightly backups of a site in a folder, or with null of any site; null if the folder cannot be read. */
export async function sizeOfBackups(folder: string, site: string | null): Promise<number | null> {
  try {
    const sizes = (await findBackups(folder, 'corklight', site)).map(async ({ name }) => (await stat(join(folder, name))).size);
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  } catch {
    return null;
  }
}

/** Looks at the folder of nightly backups. `site`: the id of the site whose backups count; null counts those of any. */
export async function inspectBackups(folder: string, site: string | null): Promise<BackupFigures> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const [newest] = await findBackups(folder, 'corklight', site);
    if (!newest) return { folder, problem: null, newest: null };
    const { name, createdAt, isEncrypted } = newest;
    return { folder, problem: null, newest: { createdAt, bytes: (await stat(join(folder, name))).size, isEncrypted } };
  } catch (error) {
    return { folder, problem: messageOf(error), newest: null };
  }
}
