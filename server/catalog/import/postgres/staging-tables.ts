import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { type Column, type ColumnKind, columns } from '#domain/catalog/columns';
import type { Occurrence } from '#domain/catalog/keywords/best-match';
import { countsOf } from '#domain/catalog/metrics';
import { type ImportRow, type ImportValue, arrayColumns, textColumns, valueColumns } from '#domain/catalog/import/import-row';
import { termsOfRow } from '#domain/catalog/keywords/row-terms';
import { type EntityType, entityTypes, perEntity, variantOf } from '#domain/catalog/variants';
import { type Cell, copyEncodedRows, encodeRow } from '#server/database/copy/text-copy';
import { fnv1aOfText } from '#domain/fnv-1a';

const BIT_COUNT = 2 ** 23;

function bitIndexOf(text: string): number {
  const hash = fnv1aOfText(text);
  return (hash ^ (hash >>> 15)) & (BIT_COUNT - 1);
}

/** A Bloom filter over ids (one hash, 1 MiB): no false negatives, about 11 % false positives at a million ids. */
export class BloomFilter {
  #bytes: Uint8Array | null = null;

  add(id: string): void {
    const bit = bitIndexOf(id);
    this.#bytes ??= new Uint8Array(BIT_COUNT / 8);
    this.#bytes[bit >> 3]! |= 1 << (bit & 7);
  }

  has(id: string): boolean {
    const bit = bitIndexOf(id);
    return this.#bytes !== null && (this.#bytes[bit >> 3]! & (1 << (bit & 7))) !== 0;
  }
}

/** The staging table of an entity in a run. */
export const stagingTable = (runId: number, entity: EntityType): string => `import_${Math.trunc(runId)}_${entity}`;

/** The table of the ids that a run has changed. */
export const changedIdsTable = (runId: number): string => `import_${Math.trunc(runId)}_touched`;

type ColumnDefinition = readonly [name: string, type: string];

const sqlTypes: Readonly<Partial<Record<ColumnKind, string>>> = {
  texts: 'text[]',
  boolean: 'boolean',
  integer: 'integer',
  time: 'timestamptz',
  notes: 'jsonb',
};
/** The last column of the content: rows without notes are identified as they were before there were any. */
const NOTES = 'notes';

/** The content of a row: two rows with equal values in these columns are the same. All null where only a journal needs the row. */
export const contentColumns = (entity: EntityType): readonly ColumnDefinition[] => [
  ['last_crawled_at', 'timestamptz'],
  ...Object.entries<Column>(columns[entity]).flatMap(([name, { table, kind }]): ColumnDefinition[] =>
    table === 'texts' && name !== NOTES ? [[name, sqlTypes[kind] ?? 'text']] : [],
  ),
  ...valueColumns[entity].map(([name, kind]) => [name, sqlTypes[kind] ?? 'text'] as const),
  ['at', 'integer[]'],
  ['timed', 'boolean[]'],
  ...countsOf[entity].map((column) => [column, 'integer[]'] as const),
  [NOTES, 'jsonb'],
];

const stagingColumns = (entity: EntityType): readonly ColumnDefinition[] => [
  ['slice', 'integer not null'],
  ['_id', 'text collate "C" not null'],
  ['digest', 'bigint not null'],
  // Null for stored entities: few of them change, and their terms depend on the merged texts.
  ['terms', 'text[]'],
  ['term_occurrences', 'integer[]'],
  ...contentColumns(entity),
];

/** Drops the staging tables of a run. */
export const dropStagingSql = (runId: number): string =>
  `drop table if exists ${entityTypes.map((entity) => stagingTable(runId, entity)).join(', ')}`;

/** Unlogged: staged rows can be read again from their source. They are read and dropped before a vacuum could help. A temporary table hides one of the same name. */
export const createStagingSql = (runId: number, entity: EntityType, form = 'unlogged table if not exists'): string =>
  `create ${form} ${stagingTable(runId, entity)} (${stagingColumns(entity)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')}) with (autovacuum_enabled = off)`;

const toDate = (ms: ImportValue | undefined): Date | null => (typeof ms === 'number' ? new Date(ms) : null);

const toList = (value: ImportValue | undefined): Cell => (Array.isArray(value) ? (value as readonly string[]) : []);
const toCell = (value: ImportValue | undefined): Cell => value ?? null;

/** The fields of a row's content, in the order of `contentColumns`, each with what makes it a cell. */
const contentFields = perEntity((entity) => [
  ...textColumns[entity].flatMap((name) => (name === NOTES ? [] : [[name, arrayColumns.has(name) ? toList : toCell] as const])),
  ...valueColumns[entity].map(([name, kind]) => [name, kind === 'time' ? toDate : toCell] as const),
]);

/** The cells of a row's content, in the order of `contentColumns`. */
function contentText(entity: EntityType, { last_crawled_at, fields, points }: ImportRow): string {
  const cells: Cell[] = [toDate(last_crawled_at)];
  for (const [name, toCellOf] of contentFields[entity]) cells.push(toCellOf(fields[name]));
  cells.push(points.map((point) => point.at));
  cells.push(`{${points.map((point) => (point.timed ? 't' : 'f')).join(',')}}`);
  for (let index = 0; index < countsOf[entity].length; index++) cells.push(points.map((point) => point.counts[index] ?? null));
  cells.push(toCell(fields[NOTES]));
  return encodeRow(cells);
}

/** Terms and their occurrences as Postgres array literals. No character of a term needs escaping. */
const termCellsOf = (terms: ReadonlyMap<string, Occurrence>): Cell[] =>
  terms.size === 0 ? ['{}', '{}'] : [`{"${[...terms.keys()].join('","')}"}`, `{${[...terms.values()].join(',')}}`];

/** A row as it is staged. */
interface StagedRow {
  readonly row: ImportRow;
  readonly content: string;
  /** The `digest` column: identifies the content when it is imported again. */
  readonly contentHash: string;
}

const contentHashOf = (content: string, hasNotes: boolean): string =>
  // As a buffer, it would take twice the time.
  BigInt.asIntN(
    64,
    BigInt(`0x${hash('sha1', hasNotes ? content : content.slice(0, content.lastIndexOf('\t')), 'hex').slice(0, 16)}`),
  ).toString();

/**
 * Selects the entities whose last merged row has another content hash than these rows, and whether they are stored: $1 ids, $2 hashes. Metrics
 * go with their entity, so that equal rows, as most are in a file that comes again, need no look at its text. For an `exists` in place of the
 * limited join, Postgres reads the ids of the whole catalog.
 */
export const differencesSql = (entity: EntityType): string =>
  `select i._id, e._id is not null is_stored from unnest($1::text[], $2::bigint[]) i(_id, digest)
     left join ${entity}_metrics m on m._id = i._id
     left join lateral (select e._id from ${variantOf[entity]} e where e._id = i._id limit 1) e on true
   where m.digest is distinct from i.digest`;

/** By id, whether a row that differs is that of a stored entity. */
async function readDifferences(client: PoolClient, entity: EntityType, rows: readonly StagedRow[]): Promise<ReadonlyMap<string, boolean>> {
  const { rows: different } = await client.query<{ _id: string; is_stored: boolean }>(differencesSql(entity), [
    rows.map(({ row }) => row._id),
    rows.map(({ contentHash }) => contentHash),
  ]);
  return new Map(different.map(({ _id, is_stored: isStored }) => [_id, isStored]));
}

/**
 * Copies rows to their staging table, each for the batch with the number `batchOf` it. A row is skipped if its content is that of the last
 * merged row and no earlier batch of this run may have changed its entity (`changedIdFilter`); a journal needs its id and its hash. Returns
 * how many rows differ from the last merged ones, and how many equal ones are staged for a journal.
 */
export async function stageRows(
  client: PoolClient,
  runId: number,
  entity: EntityType,
  batchOf: (row: ImportRow) => number,
  rows: readonly ImportRow[],
  changedIdFilter: BloomFilter,
  isJournaled = false,
): Promise<{ readonly changed: number; readonly equal: number }> {
  const readRows = rows.map((row): StagedRow => {
    const content = contentText(entity, row);
    return { row, content, contentHash: contentHashOf(content, (row.fields[NOTES] ?? null) !== null) };
  });
  const differences = await readDifferences(client, entity, readRows);
  const isNew = ({ _id }: ImportRow) => differences.get(_id) === false;
  const stagedRows: StagedRow[] = [];
  const equalRows: string[] = [];
  for (const staged of readRows) {
    const { row, contentHash } = staged;
    if (!differences.has(row._id) && !changedIdFilter.has(row._id)) {
      if (isJournaled) equalRows.push(encodeRow([batchOf(row), row._id, contentHash]));
      continue;
    }
    if (!isNew(row)) changedIdFilter.add(row._id);
    stagedRows.push(staged);
  }
  function* lines(): Generator<string> {
    for (const { row, content, contentHash } of stagedRows) {
      const termCells = isNew(row) ? termCellsOf(termsOfRow(entity, row._id, row.fields)) : [null, null];
      yield `${encodeRow([batchOf(row), row._id, contentHash, ...termCells])}\t${content}`;
    }
  }
  if (stagedRows.length > 0) {
    const columnNames = stagingColumns(entity).map(([name]) => name);
    await copyEncodedRows(client, stagingTable(runId, entity), columnNames, lines());
  }
  if (equalRows.length > 0) await copyEncodedRows(client, stagingTable(runId, entity), ['slice', '_id', 'digest'], equalRows);
  return { changed: stagedRows.length, equal: equalRows.length };
}
