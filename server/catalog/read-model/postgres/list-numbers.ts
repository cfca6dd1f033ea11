import type { ClientBase } from 'pg';
import { type Column, columns } from '#domain/catalog/columns';
import { orderings } from '#domain/catalog/orders';
import { entityOf, type EntityType, type Variant } from '#domain/catalog/variants';
import { descendingOrder } from '#domain/analytics/growth/ranks';
import { scoreColumnCount } from '#domain/analytics/growth/scores';
import { flagSql } from '#server/catalog/postgres/lists/filter-sql';
import type { ListOrder } from '#server/catalog/postgres/lists/list-order';
import { columnListOrders, momentumListOrders } from '#server/catalog/read-model/structure';
import { isJumpSql } from '#server/catalog/postgres/lists/list-statement';
import {
  type FilterColumn,
  filterColumnsOf,
  JUMP_ARRAY,
  scoreArrayName,
  ScoreCounts,
  toFilterArray,
} from '#server/catalog/read-model/filter-columns';
import { tablesOf } from '#server/database/catalog-tables';
import { copyOut } from '#server/database/copy/binary-copy';
import { FieldBuffer, free } from '#server/database/copy/field-buffer';
import { nextTableName } from '#server/database/table-swap';

/** The rows of a list that a read model is built from. */
export interface ListSource {
  readonly variant: Variant;
  /** With the published metrics and scores, or with those that a recompute is about to publish. */
  readonly from: 'current' | 'next';
  readonly rowCount: number;
}

/** The table that a read model is built from. */
export function sourceTable({ variant, from }: Pick<ListSource, 'variant' | 'from'>, table: 'metrics' | 'scores'): string {
  const name = tablesOf(variant)[table];
  return from === 'next' ? nextTableName(name) : name;
}

/** The rows of a list, sorted by one of its orders. */
export interface OrderedRows {
  readonly order: ListOrder;
  /** Row indexes by rank: the largest value first, ties in row order, rows without a value last. */
  readonly rows: Int32Array;
  /** The number of rows with a value. */
  readonly knownCount: number;
}

/** The ids and numbers of a list, in order of `_id`. */
export interface ListNumbers {
  readonly rowCount: number;
  readonly ids: FieldBuffer;
  /** Every order of the list. */
  readonly orders: readonly OrderedRows[];
  /** The arrays that filters read, by name, except those of ranks. */
  readonly filterArrays: ReadonlyMap<string, Int32Array>;
}

/** What rows are ordered by or a filter reads, as a double: times in seconds, flags as 1 and 0. */
function numberSql(entity: EntityType, name: string, filter?: FilterColumn['filter']): string {
  if (filter?.kind === 'flag') return `(${flagSql(filter)})::int::float8`;
  const isTime = name === 'last_crawled_at' || (columns[entity] as Readonly<Record<string, Column>>)[name]?.kind === 'time';
  return isTime ? `date_part('epoch', m.${name})` : `m.${name}::float8`;
}

/** Sorts rows by their values, descending; NaN is a missing value. */
function sortRows(values: Float64Array): Pick<OrderedRows, 'rows' | 'knownCount'> {
  const rows = new Int32Array(values.length);
  const sortedRows = descendingOrder(values);
  rows.set(sortedRows);
  let nextIndex = sortedRows.length;
  for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row]!)) rows[nextIndex++] = row;
  return { rows, knownCount: sortedRows.length };
}

/** Places rows by their rank from 1 on, 0 without one. A rank may be missing. */
function placeRows(ranks: Int32Array): Pick<OrderedRows, 'rows' | 'knownCount'> {
  const rowAt = new Int32Array(ranks.reduce((highest, rank) => Math.max(highest, rank), 0) + 1).fill(-1);
  const rows = new Int32Array(ranks.length);
  for (let row = 0; row < ranks.length; row++) if (ranks[row]! > 0) rowAt[ranks[row]!] = row;
  let knownCount = 0;
  for (const row of rowAt) if (row >= 0) rows[knownCount++] = row;
  let nextIndex = knownCount;
  for (let row = 0; row < ranks.length; row++) if (ranks[row] === 0) rows[nextIndex++] = row;
  free(rowAt);
  return { rows, knownCount };
}

/** The numbers of a row that its orders and filters read, except its momentum. */
function sourceNumbers(variant: Variant) {
  const entity = entityOf[variant];
  const filterColumns = filterColumnsOf(variant);
  const sqlOf = new Map<string, string>();
  // The columns of the orders come first, then further ones that only filters read.
  for (const { column } of orderings[variant]) sqlOf.set(column, numberSql(entity, column));
  for (const { name, filter } of filterColumns) if (!sqlOf.has(name)) sqlOf.set(name, numberSql(entity, name, filter));
  sqlOf.set(JUMP_ARRAY, `(${isJumpSql})::int::float8`);
  return { filterColumns, names: [...sqlOf.keys()], sql: [...sqlOf.values()].join(', ') };
}

/** Loads the rows of a list in one query, in order of `_id`. */
async function loadRows(client: ClientBase, { variant, from, rowCount }: ListSource, { names, sql }: ReturnType<typeof sourceNumbers>) {
  const [metrics, scores] = (['metrics', 'scores'] as const).map((table) => sourceTable({ variant, from }, table));
  const newColumn = () => new Float64Array(rowCount).fill(NaN);
  const values = Array.from(names, newColumn);
  // One per score column: the ranks that a recompute has just computed, else the raw scores, which later updates have changed.
  const momenta = Array.from({ length: scoreColumnCount(entityOf[variant]) }, () =>
    from === 'next' ? new Int32Array(rowCount) : newColumn(),
  );
  const scoreCounts = momenta.map(() => new ScoreCounts());
  const ids = new FieldBuffer();
  const query = `select m._id, array[${sql}], s.${from === 'next' ? 'rank' : 'raw'}, s.score
    from ${metrics} m left join ${scores} s on s._id = m._id order by m._id`;
  let buffer = new Float64Array(values.length);
  let rowIndex = 0;
  for await (const reader of copyOut(client, query))
    for (; reader.nextRow(); rowIndex++) {
      ids.append(reader.readFields(1));
      for (const columnArrays of [values, momenta]) {
        const { values: arrayValues, length } = reader.readNumberArray(buffer);
        buffer = arrayValues;
        for (let column = 0; column < length; column++) columnArrays[column]![rowIndex] = arrayValues[column]!;
      }
      const { values: scores, length: scored } = reader.readNumberArray(buffer);
      for (let column = 0; column < scored; column++) if (!Number.isNaN(scores[column]!)) scoreCounts[column]!.add(scores[column]!);
    }
  return { rowCount, ids, values, momenta, scoreCounts };
}

/** Loads the numbers that a list's read model is built from. */
export async function loadNumbers(client: ClientBase, source: ListSource): Promise<ListNumbers> {
  const { variant } = source;
  const numbers = sourceNumbers(variant);
  const { values, momenta, scoreCounts, ...rows } = await loadRows(client, source, numbers);
  const valuesOf = (name: string) => values[numbers.names.indexOf(name)]!;
  const columnOrders = columnListOrders(variant);
  const filterArrays = new Map(numbers.filterColumns.map((column) => [column.name, toFilterArray(column, valuesOf(column.name))]));
  filterArrays.set(JUMP_ARRAY, Int32Array.from(valuesOf(JUMP_ARRAY)));
  // A million rows take 8 MB for each number, and 4 MB for each rank: they are freed as soon as they are sorted.
  const ordered = (order: ListOrder, sorted: Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>): OrderedRows => {
    const orderedRows = { order, ...(sorted instanceof Int32Array ? placeRows(sorted) : sortRows(sorted)) };
    free(sorted);
    return orderedRows;
  };
  const orders = columnOrders.map((order, index) => ordered(order, values[index]!));
  values.slice(columnOrders.length).forEach(free);
  for (const [index, order] of momentumListOrders(variant).entries()) {
    orders.push(ordered(order, momenta[index]!));
    filterArrays.set(scoreArrayName(order.scoreColumn!), scoreCounts[index]!.toArray());
  }
  return { ...rows, orders, filterArrays };
}
