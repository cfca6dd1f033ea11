import type { PoolClient } from 'pg';
import { countsOf } from '#domain/analytics/metrics';
import { type IntakeRow, type IntakeValue, listColumns, textColumns, timeColumns, wordColumns } from '#domain/catalog/intake';
import { rowTerms } from '#domain/catalog/terms';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { type Cell, copyRows } from '#server/database/copy';

/** Where rows of an entity wait during a run. */
export const stagingTable = (run: number, entity: EntityType): string => `import_${Math.trunc(run)}_${entity}`;

/** The ids a run has changed. */
export const touchedTable = (run: number): string => `import_${Math.trunc(run)}_touched`;

const typeOf = (column: string): string =>
  listColumns.has(column) ? 'text[]' : column === 'searchable' ? 'boolean' : column === 'profile_reach' ? 'integer' : 'text';

const columnsOf = (entity: EntityType): readonly (readonly [name: string, type: string])[] => [
  ['slice', 'integer not null'],
  ['_id', 'text collate "C" not null'],
  ['last_crawled_at', 'timestamptz'],
  ...textColumns[entity].map((column) => [column, typeOf(column)] as const),
  ...timeColumns[entity].map((column) => [column, 'timestamptz'] as const),
  // Not made for rows that are there already: few of them change, and then their words may be those of two crawls.
  ['terms', 'text[]'],
  ['at', 'integer[] not null'],
  ['timed', 'boolean[] not null'],
  ...countsOf[entity].map((column) => [column, 'integer[] not null'] as const),
];

/** Throws away what waits. */
export const dropStaging = (run: number): string =>
  `drop table if exists ${entityTypes.map((entity) => stagingTable(run, entity)).join(', ')}`;

/** Unlogged: what waits can be read again from its source. */
export const createStaging = (run: number, entity: EntityType): string =>
  `create unlogged table if not exists ${stagingTable(run, entity)} (${columnsOf(entity)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`;

const moment = (ms: IntakeValue | undefined): Date | null => (typeof ms === 'number' ? new Date(ms) : null);

function textCell(column: string, value: IntakeValue | undefined): Cell {
  if (listColumns.has(column)) return Array.isArray(value) ? (value as readonly string[]) : [];
  return value ?? null;
}

/** The words of a row that keywords are looked for in, as its terms. */
export const termsOf = (entity: EntityType, fields: Readonly<Record<string, unknown>>): string[] =>
  rowTerms(wordColumns[entity].flatMap((column) => (fields[column] ?? null) as string | null | readonly string[]));

const cellsOf = (entity: EntityType, slice: number, isThere: boolean, { _id, last_crawled_at, fields, points }: IntakeRow): Cell[] => [
  slice,
  _id,
  moment(last_crawled_at),
  ...textColumns[entity].map((column) => textCell(column, fields[column])),
  ...timeColumns[entity].map((column) => moment(fields[column])),
  isThere ? null : termsOf(entity, fields),
  points.map((point) => point.at),
  points.map((point) => (point.timed ? 't' : 'f')),
  ...countsOf[entity].map((_, place) => points.map((point) => point.counts[place] ?? null)),
];

function* cells(entity: EntityType, slice: number, rows: readonly IntakeRow[], there: ReadonlySet<string>): Generator<Cell[]> {
  for (const row of rows) yield cellsOf(entity, slice, there.has(row._id), row);
}

/** Copies rows of one slice into their staging table. */
export async function stageRows(
  client: PoolClient,
  run: number,
  entity: EntityType,
  slice: number,
  rows: readonly IntakeRow[],
): Promise<void> {
  const { rows: there } = await client.query<{ _id: string }>(`select _id from ${variantOf[entity]} where _id = any($1)`, [
    rows.map((row) => row._id),
  ]);
  const names = columnsOf(entity).map(([name]) => name);
  await copyRows(client, stagingTable(run, entity), names, cells(entity, slice, rows, new Set(there.map(({ _id }) => _id))));
}

/** What a row says, all of it: two rows that agree on these are the same. */
export const contentColumns = (entity: EntityType): string[] =>
  columnsOf(entity)
    .map(([name]) => name)
    .filter((name) => !['slice', '_id', 'terms'].includes(name));
