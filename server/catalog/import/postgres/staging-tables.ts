import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { type Column, type ColumnKind, columns, searchedColumns } from '#domain/catalog/columns';
import { countsOf } from '#domain/catalog/metrics';
import { type ImportRow, type ImportValue, listColumns, textColumns, timeColumns } from '#domain/catalog/import/import-row';
import { rowTerms } from '#domain/catalog/search-terms';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import type { BloomFilter } from '#server/catalog/import/bloom-filter';
import { type Cell, copyEncodedRows, encodeRow } from '#server/database/copy/text-copy';

/** Where rows of an entity wait during a run. */
export const stagingTable = (runId: number, entity: EntityType): string => `import_${Math.trunc(runId)}_${entity}`;

/** The ids a run has changed. */
export const changedIdsTable = (runId: number): string => `import_${Math.trunc(runId)}_touched`;

type ColumnDefinition = readonly [name: string, type: string];

const sqlTypes: Readonly<Partial<Record<ColumnKind, string>>> = { texts: 'text[]', boolean: 'boolean', integer: 'integer' };
const textColumnDefinitions = (entity: EntityType): ColumnDefinition[] =>
  Object.entries<Column>(columns[entity])
    .filter(([, { table }]) => table === 'texts')
    .map(([name, { kind }]) => [name, sqlTypes[kind] ?? 'text']);

/** What a row says, all of it: two rows that agree on these are the same. */
const contentColumns = (entity: EntityType): readonly ColumnDefinition[] => [
  ['last_crawled_at', 'timestamptz'],
  ...textColumnDefinitions(entity),
  ...timeColumns[entity].map((column) => [column, 'timestamptz'] as const),
  ['at', 'integer[] not null'],
  ['timed', 'boolean[] not null'],
  ...countsOf[entity].map((column) => [column, 'integer[] not null'] as const),
];

const stagingColumns = (entity: EntityType): readonly ColumnDefinition[] => [
  ['slice', 'integer not null'],
  ['_id', 'text collate "C" not null'],
  ['digest', 'bigint not null'],
  // Not made for rows that are there already: few of them change, and then their words may be those of two crawls.
  ['terms', 'text[]'],
  ...contentColumns(entity),
];

/** Throws away what waits. */
export const dropStagingSql = (runId: number): string =>
  `drop table if exists ${entityTypes.map((entity) => stagingTable(runId, entity)).join(', ')}`;

/** Unlogged: what waits can be read again from its source. */
export const createStagingSql = (runId: number, entity: EntityType): string =>
  `create unlogged table if not exists ${stagingTable(runId, entity)} (${stagingColumns(entity)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`;

const toDate = (ms: ImportValue | undefined): Date | null => (typeof ms === 'number' ? new Date(ms) : null);

function textCell(column: string, value: ImportValue | undefined): Cell {
  if (listColumns.has(column)) return Array.isArray(value) ? (value as readonly string[]) : [];
  return value ?? null;
}

/** The words of a row that keywords are looked for in, as its terms. */
export const termsOfFields = (entity: EntityType, fields: Readonly<Record<string, unknown>>): string[] =>
  rowTerms(searchedColumns[entity].flatMap((column) => (fields[column] ?? null) as string | null | readonly string[]));

/** What a row says, in the order of `contentOf`. */
function contentText(entity: EntityType, { last_crawled_at, fields, points }: ImportRow): string {
  const cells = [toDate(last_crawled_at)] as Cell[];
  for (const column of textColumns[entity]) cells.push(textCell(column, fields[column]));
  for (const column of timeColumns[entity]) cells.push(toDate(fields[column]));
  cells.push(points.map((point) => point.at));
  cells.push(`{${points.map((point) => (point.timed ? 't' : 'f')).join(',')}}`);
  for (let index = 0; index < countsOf[entity].length; index++) cells.push(points.map((point) => point.counts[index] ?? null));
  return encodeRow(cells);
}

/** Terms as an array of Postgres: there is no sign in them that would have to be escaped. */
const termsArrayLiteral = (terms: readonly string[]): string => (terms.length === 0 ? '{}' : `{"${terms.join('","')}"}`);

/** A row as it is set aside. */
interface StagedRow {
  readonly row: ImportRow;
  readonly content: string;
  /** Its content as a number, by which the same content is recognised when it comes again. */
  readonly contentHash: string;
}

const contentHashOf = (content: string): string => hash('sha1', content, 'buffer').readBigInt64BE().toString();

/** Of those who are there already, what the last row that changed them said; null where that is not known. */
async function readStoredHashes(
  client: PoolClient,
  entity: EntityType,
  rows: readonly ImportRow[],
): Promise<ReadonlyMap<string, string | null>> {
  const { rows: storedRows } = await client.query<{ _id: string; digest: string | null }>(
    `select e._id, s.digest::text from ${variantOf[entity]} e left join ${entity}_series s on s._id = e._id where e._id = any($1)`,
    [rows.map((row) => row._id)],
  );
  return new Map(storedRows.map(({ _id, digest }) => [_id, digest]));
}

/**
 * Copies rows of one slice into their staging table, and answers how many. A row that says what is known already, of somebody of whom no
 * earlier slice said anything else (`marks`), has nothing to add and is left out.
 */
export async function stageRows(
  client: PoolClient,
  runId: number,
  entity: EntityType,
  batch: number,
  rows: readonly ImportRow[],
  changedIdFilter: BloomFilter,
): Promise<number> {
  const storedHashes = await readStoredHashes(client, entity, rows);
  const stagedRows: StagedRow[] = [];
  for (const row of rows) {
    const content = contentText(entity, row);
    const contentHash = contentHashOf(content);
    if (storedHashes.get(row._id) === contentHash && !changedIdFilter.has(row._id)) continue;
    if (storedHashes.has(row._id)) changedIdFilter.add(row._id);
    stagedRows.push({ row, content, contentHash });
  }
  function* lines(): Generator<string> {
    for (const { row, content, contentHash } of stagedRows) {
      const terms = storedHashes.has(row._id) ? null : termsArrayLiteral(termsOfFields(entity, row.fields));
      yield `${encodeRow([batch, row._id, contentHash, terms])}\t${content}`;
    }
  }
  if (stagedRows.length > 0) {
    const columnNames = stagingColumns(entity).map(([name]) => name);
    await copyEncodedRows(client, stagingTable(runId, entity), columnNames, lines());
  }
  return stagedRows.length;
}
