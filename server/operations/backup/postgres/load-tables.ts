import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ClientBase, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { InvalidArchive, type Manifest } from '#server/operations/backup/archive-format';
import { type Archive, readTables } from '#server/operations/backup/archive-reader';

/** The number of rows loaded so far, and of all rows. */
export type OnRestoreProgress = (table: string, share: number, rows: number) => void;

/** The bounds of a partition as Postgres writes them; nothing else may become part of a statement. */
const PARTITION_BOUND = /^(?:DEFAULT|FOR VALUES FROM \('?[\d :+-]+'?\) TO \('?[\d :+-]+'?\))$/;

/** The relations that the migrations just made, and those that were there before: of another program. */
interface RelationNames {
  readonly own: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

/** Throws unless every table is one that the migrations made, or a new partition of one: an archive may not touch any other. */
function assertOwnTables({ tables }: Manifest, { own, others }: RelationNames): void {
  const stranger = tables.find(({ name, partition }) => others.has(name) || !own.has(partition?.of ?? name));
  if (stranger) throw new InvalidArchive(`The archive has a table ${stranger.name}, which is not one of a site of its release.`);
}

/** Creates the partitions that the archive has and the migrations do not make. */
async function createPartitions(client: ClientBase, { tables }: Manifest): Promise<void> {
  for (const { name, partition } of tables) {
    if (!partition) continue;
    if (!PARTITION_BOUND.test(partition.bound)) throw new InvalidArchive(`The archive has a partition ${name} with unknown bounds.`);
    await client.query(
      `create table if not exists ${escapeIdentifier(name)} partition of ${escapeIdentifier(partition.of)} ${partition.bound}`,
    );
  }
}

/** Drops the indexes that only speed up reading, and returns what creates them again: filling a table without them is faster. */
async function dropIndexes(client: ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname::text "name", pg_get_indexdef(i.indexrelid) definition
     from unnest($1::text[]) t(name) join pg_index i on i.indrelid = format('%I', t.name)::regclass join pg_class c on c.oid = i.indexrelid
     where not i.indisunique and not c.relispartition order by 1`,
    [tables],
  );
  if (rows.length > 0) await client.query(`drop index ${rows.map(({ name }) => escapeIdentifier(name)).join(', ')}`);
  return rows.map(({ definition }) => definition);
}

async function loadRows(client: ClientBase, table: string, columns: readonly string[], rows: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(copyFrom(`copy ${escapeIdentifier(table)} (${columns.map(escapeIdentifier).join(', ')}) from stdin`));
  await pipeline(Readable.from(rows, { objectMode: false }), copy);
  return copy.rowCount;
}

/** Fills the tables of a fresh schema, of the version of the archive, in the caller's transaction. */
export async function loadTables(
  client: ClientBase,
  archive: Archive,
  relations: RelationNames,
  onProgress: OnRestoreProgress,
): Promise<number> {
  const { manifest } = archive;
  assertOwnTables(manifest, relations);
  await createPartitions(client, manifest);
  const names = manifest.tables.map(({ name }) => name);
  const indexDefinitions = await dropIndexes(client, names);
  // The migrations have filled some of them.
  if (names.length > 0) await client.query(`truncate ${names.map(escapeIdentifier).join(', ')} cascade`);
  const totalRows = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  let loadedRows = 0;
  for await (const { table, rows } of readTables(archive)) {
    onProgress(table.name, totalRows > 0 ? loadedRows / totalRows : 1, loadedRows);
    const expected = manifest.tables.find(({ name }) => name === table.name)?.rows;
    if (expected === undefined) throw new InvalidArchive(`The archive has rows of ${table.name}, which its list of tables lacks.`);
    const count = await loadRows(client, table.name, table.columns, rows);
    if (count !== expected) throw new InvalidArchive(`The archive has ${count} rows of ${table.name} instead of ${expected}.`);
    loadedRows += count;
  }
  for (const definition of indexDefinitions) await client.query(definition);
  for (const [name, last] of Object.entries(manifest.sequences)) {
    if (!relations.own.has(name)) continue;
    await client.query(`select setval(to_regclass($1), $2::bigint)`, [escapeIdentifier(name), last]);
  }
  return loadedRows;
}
