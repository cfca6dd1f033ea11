import { type ClientBase, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ScopedResource } from '#domain/jobs/lock-scope';
import { type ArchiveHeader, type Manifest } from '#server/operations/backup/archive-format';
import { isReplaced } from '#server/operations/backup/archived-tables';
import { keyFingerprints } from '#server/operations/backup/archive-keys';
import { type ArchiveKeys, writeArchive } from '#server/operations/backup/archive-writer';
import { rowFrames } from '#server/operations/backup/row-frames';
import { withBackupClient } from '#server/operations/backup/postgres/backup-client';
import {
  beginSnapshot,
  readOrigin,
  readSequences,
  readSiteId,
  releaseTable,
  type SnapshotTable,
} from '#server/operations/backup/postgres/snapshot';
import { listAppliedMigrations } from '#server/database/migration/schema-version';
import { VERSION } from '#server/config/config';

/** The share of rows copied so far (0 to 1, by Postgres's estimate of their number), and their number. */
type OnBackupProgress = (table: string, share: number | null, rows: number) => void;

/** What to back up, and where to. */
export interface BackupRequest extends ArchiveKeys {
  readonly url: string;
  /** The name of the file, which depends on the site and the time of the snapshot. */
  readonly pathOf: (header: ArchiveHeader) => string;
  readonly onProgress?: OnBackupProgress;
  /** Receives what stops the backup when it is ended. */
  readonly register?: (resource: ScopedResource) => void;
}

export interface BackupResult {
  readonly path: string;
  readonly bytes: number;
  readonly header: ArchiveHeader;
  readonly tables: number;
  readonly rows: number;
}

/**
 * Rows come in the order in which they are stored: those that are added follow the others, so that most of an archive is the bytes of the
 * night before, and reading takes no sorting. Tables that a recompute replaces are stored in another order every night.
 */
function copySql({ name, columns, key }: SnapshotTable): string {
  const list = columns.map(escapeIdentifier).join(', ');
  if (!isReplaced(name) || key.length === 0) return `copy ${escapeIdentifier(name)} (${list}) to stdout`;
  return `copy (select ${list} from only ${escapeIdentifier(name)} order by ${key.map(escapeIdentifier).join(', ')}) to stdout`;
}

/** Copies a table as frames, and returns the number of its rows. */
async function* tableFrames(client: ClientBase, table: SnapshotTable, index: number): AsyncGenerator<Buffer, number> {
  const { name, columns, partition } = table;
  yield Buffer.from(JSON.stringify({ table: { name, columns, partition } }));
  const copy = client.query(copyTo(copySql(table)));
  yield* rowFrames(copy);
  yield Buffer.alloc(0);
  // The number of rows arrives after the last of them, at the latest with the next answer.
  await releaseTable(client, index);
  return copy.rowCount;
}

/** All tables as frames, and at last the manifest. `counted` gets the tables. */
async function* databaseFrames(
  client: ClientBase,
  tables: readonly SnapshotTable[],
  counted: Manifest['tables'],
  onProgress: OnBackupProgress,
): AsyncGenerator<Buffer> {
  const sequences = await readSequences(client);
  const totalRows = tables.reduce((sum, { estimatedRows }) => sum + estimatedRows, 0);
  let copiedRows = 0;
  for (const [index, table] of tables.entries()) {
    const { name, columns, partition } = table;
    onProgress(name, totalRows > 0 ? Math.min(1, copiedRows / totalRows) : null, copiedRows);
    const rows = yield* tableFrames(client, table, index);
    counted.push({ name, columns, partition, rows });
    copiedRows += rows;
  }
  yield Buffer.from(JSON.stringify({ manifest: { tables: counted, sequences } }));
}

/**
 * Writes everything that the database holds, as of one moment, into an archive, while others read and write. What can be rebuilt from it
 * is left out (`isArchived`). It needs neither `pg_dump` nor more memory than a few frames.
 */
export function backUpDatabase({ url, pathOf, onProgress = () => undefined, register, ...sealing }: BackupRequest): Promise<BackupResult> {
  return withBackupClient(url, async (client) => {
    register?.({ end: () => client.end() });
    const site = await readSiteId(client);
    const tables = await beginSnapshot(client);
    const migrations = await listAppliedMigrations(client);
    const header = { site, release: VERSION, ...(await readOrigin(client)), migrations, keys: keyFingerprints(sealing.keys) };
    const path = pathOf(header);
    const counted: Manifest['tables'] = [];
    const bytes = await writeArchive(path, header, sealing, databaseFrames(client, tables, counted, onProgress));
    await client.query('rollback');
    return { path, bytes, header, tables: tables.length, rows: counted.reduce((sum, { rows }) => sum + rows, 0) };
  });
}
