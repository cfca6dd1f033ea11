import { type Column, columns, type ColumnKind } from '#domain/catalog/columns';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import * as column from '#server/database/schema/table';
import { type SchemaColumns, table } from '#server/database/schema/table';

/** A table of the catalog, with the id of the entity as its key. */
const catalogTable = (name: string, tableColumns: SchemaColumns) => table(name, { _id: column.binaryTextKey, ...tableColumns });

const columnOptions = {
  id: column.nullableBinaryText,
  text: column.nullableText,
  texts: column.textArray,
  boolean: column.booleanDefaultTrue,
  integer: column.nullableInteger,
  percent: column.nullableDouble,
  number: column.nullableDouble,
  share: column.nullableReal,
  day: column.nullableInteger,
  checks: column.nullableText,
  time: column.nullableTimestamp,
  notes: column.nullableJson<object>(),
} as const satisfies Record<ColumnKind, unknown>;

const columnsIn = (entity: EntityType, tableName: Column['table']): SchemaColumns =>
  Object.fromEntries(
    Object.entries<Column>(columns[entity]).flatMap(([name, definition]) =>
      definition.table === tableName ? [[name, columnOptions[definition.kind]]] : [],
    ),
  );

/** Columns of every entity: its origin and its search terms. */
const provenance = {
  imported_at: column.requiredTimestamp,
  /** When it was first stored. */
  added_at: column.timestampDefaultNow,
  source: column.requiredText,
  terms: column.textArray,
  /** Where each of the terms occurs. */
  term_occurrences: column.integerArrayDefaultEmpty,
};

const scores = {
  growth: column.doubleArray,
  score: column.realArray,
  raw: column.doubleArray,
  raw_before: column.doubleArrayDefaultEmpty,
  confidence: column.smallintArray,
  flags: column.integerArray,
  rank: column.integerArrayDefaultEmpty,
  previous_rank: column.integerArrayDefaultEmpty,
  jump_share: column.nullableReal,
  jumped_on: column.nullableInteger,
  /** The day of the last reading of each own count. */
  read_on: column.integerArrayDefaultEmpty,
  /** The change of a board's pins or a pin's saves in the last days, and the days between the two readings. */
  recent_change: column.nullableInteger,
  recent_days: column.nullableInteger,
};

/** The three tables of each entity whose columns the domain defines. */
export const catalogSchemas = entityTypes.flatMap((entity) => [
  catalogTable(variantOf[entity], { ...columnsIn(entity, 'texts'), ...provenance }),
  catalogTable(`${entity}_metrics`, {
    ...columnsIn(entity, 'metrics'),
    /** Identifies the content of the last imported row that changed something. */
    digest: column.nullableBigint,
    /** Not beside the texts: a feed that changes no text writes only this narrow row. */
    last_crawled_at: column.nullableTimestamp,
  }),
  catalogTable(`${entity}_scores`, scores),
]);
