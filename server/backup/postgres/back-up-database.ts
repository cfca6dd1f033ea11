import { type ClientBase, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ScopedResource } from '#domain/jobs/lock-scope';
import { type ArchiveHeader, FRAME_BYTES, frameOf, type Manifest } from '#server/backup/archive-format';
import { keyFingerprints } from '#server/backup/archive-keys';
import { writeArchive } from '#server/backup/archive-writer';
import { withBackupClient } from '#server/backup/postgres/backup-client';
import { beginSnapshot, readOrigin, readSequences, readSiteId, releaseTable, type SnapshotTable } from '#server/backup/postgres/snapshot';
import { listAppliedMigrations } from '#server/database/migration/schema-version';
import { VERSION } from '#server/config/version';
import type { Keys } from '#server/secrets/keys';

/** The share of rows copied so far (0 to 1, by Postgres's estimate of their number), and their number. */
export type OnBackupProgress = (table: string, share: number | null, rows: number) => void;

/** What to back up, and where to. */
export interface BackupRequest {
  readonly url: string;
  /** The name of the file, which depends on the site and the time of the snapshot. */
  readonly pathOf: (header: ArchiveHeader) => string;
  /** They are not written, but the archive is signed with one of them, and names their fingerprints. */
  readonly keys: Keys;
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

/** Cuts bytes into frames of a bounded size. */
function* cut(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += 2 * FRAME_BYTES) yield bytes.subarray(start, start + 2 * FRAME_BYTES);
}

/** Joins the pieces that COPY sends into larger ones. */
export async function* joined(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    parts.push(piece);
    bytes += piece.length;
    if (bytes < FRAME_BYTES) continue;
    yield* cut(Buffer.concat(parts));
    [parts, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

/** Copies a table as frames, and returns the number of its rows. */
async function* tableFrames(
  client: ClientBase,
  { name, columns, partition }: SnapshotTable,
  index: number,
): AsyncGenerator<Buffer, number> {
  yield frameOf(JSON.stringify({ table: { name, columns, partition } }));
  const copy = client.query(copyTo(`copy ${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')}) to stdout`));
  for await (const rows of joined(copy)) yield frameOf(rows);
  yield frameOf('');
  // The number of rows arrives after the last of them, at the latest with the next answer.
  await releaseTable(client, index);
  return copy.rowCount;
}

/** All tables as frames, and at last the manifest, which `onEnd` receives too. */
async function* databaseFrames(
  client: ClientBase,
  tables: readonly SnapshotTable[],
  sequences: Manifest['sequences'],
  onProgress: OnBackupProgress,
  onEnd: (manifest: Manifest) => void,
): AsyncGenerator<Buffer> {
  const totalRows = tables.reduce((sum, { estimatedRows }) => sum + estimatedRows, 0);
  const counted: Manifest['tables'] = [];
  let copiedRows = 0;
  for (const [index, table] of tables.entries()) {
    const { name, columns, partition } = table;
    onProgress(name, totalRows > 0 ? Math.min(1, copiedRows / totalRows) : null, copiedRows);
    const rows = yield* tableFrames(client, table, index);
    counted.push({ name, columns, partition, rows });
    copiedRows += rows;
  }
  const manifest = { tables: counted, sequences };
  yield frameOf(JSON.stringify({ manifest }));
  onEnd(manifest);
}

/**
 * Writes everything that the database holds, as of one moment, into an archive, while others read and write. What can be rebuilt from it
 * is left out (`isArchived`). It needs neither `pg_dump` nor more memory than a few frames.
 */
export function backUpDatabase({ url, pathOf, keys, onProgress = () => undefined, register }: BackupRequest): Promise<BackupResult> {
  return withBackupClient(url, async (client) => {
    register?.({ end: () => client.end() });
    const site = await readSiteId(client);
    const tables = await beginSnapshot(client);
    const migrations = await listAppliedMigrations(client);
    const header = { site, release: VERSION, ...(await readOrigin(client)), migrations, keys: keyFingerprints(keys) };
    const sequences = await readSequences(client);
    const path = pathOf(header);
    let rows = 0;
    const countRows = (manifest: Manifest) => void (rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0));
    const bytes = await writeArchive(path, header, keys, databaseFrames(client, tables, sequences, onProgress, countRows));
    await client.query('rollback');
    return { path, bytes, header, tables: tables.length, rows };
  });
}
