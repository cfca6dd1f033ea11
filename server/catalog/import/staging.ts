import type { PoolClient } from 'pg';
import { countsOf } from '#domain/analytics/metrics';
import { type IntakeRow, type IntakeValue, listColumns, textColumns, timeColumns, wordColumns } from '#domain/catalog/intake';
import { rowTerms } from '#domain/catalog/terms';
import type { EntityType } from '#domain/catalog/variants';
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
  ['terms', 'text[] not null'],
  ['at', 'integer[] not null'],
  ['timed', 'boolean[] not null'],
  ...countsOf[entity].map((column) => [column, 'integer[] not null'] as const),
];

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

const cellsOf = (entity: EntityType, slice: number, { _id, last_crawled_at, fields, points }: IntakeRow): Cell[] => [
  slice,
  _id,
  moment(last_crawled_at),
  ...textColumns[entity].map((column) => textCell(column, fields[column])),
  ...timeColumns[entity].map((column) => moment(fields[column])),
  termsOf(entity, fields),
  points.map((point) => point.at),
  points.map((point) => (point.timed ? 't' : 'f')),
  ...countsOf[entity].map((_, place) => points.map((point) => point.counts[place] ?? null)),
];

function* cells(entity: EntityType, slice: number, rows: readonly IntakeRow[]): Generator<Cell[]> {
  for (const row of rows) yield cellsOf(entity, slice, row);
}

/** Copies rows of one slice into their staging table. */
export function stageRows(client: PoolClient, run: number, entity: EntityType, slice: number, rows: readonly IntakeRow[]): Promise<void> {
  const names = columnsOf(entity).map(([name]) => name);
  return copyRows(client, stagingTable(run, entity), names, cells(entity, slice, rows));
}
