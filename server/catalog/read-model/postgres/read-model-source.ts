import type { ClientBase } from 'pg';
import { type Column, columns } from '#domain/catalog/columns';
import { entityOf, type EntityType, type Variant } from '#domain/catalog/variants';
import { descendingOrder } from '#domain/analytics/growth/ranks';
import { scoreColumnCount } from '#domain/analytics/growth/scores';
import { columnListOrders, type ListOrder, momentumListOrders } from '#server/catalog/postgres/list-order';
import { isJumpSql, JUMP_TERM } from '#server/catalog/postgres/list-statement';
import { InvertedIndex } from '#server/catalog/read-model/inverted-index';
import { tablesOf } from '#server/database/catalog-tables';
import { copyOut } from '#server/database/copy/binary-copy';
import { FieldBuffer } from '#server/database/copy/field-buffer';
import { RowReader } from '#server/database/copy/row-reader';
import { nextTableName } from '#server/database/table-swap';

/** The rows of a list, sorted by one of its orders. */
export interface OrderedRows {
  readonly order: ListOrder;
  /** Row indexes by rank: the largest value first, ties in row order, rows without a value last. */
  readonly rows: Int32Array;
  /** The number of rows with a value. */
  readonly knownCount: number;
}

/** The rows of a list, indexed in order of `_id`. */
export interface ReadModelSource {
  readonly rowCount: number;
  readonly ids: FieldBuffer;
  readonly index: InvertedIndex;
  /** Every order of the list. */
  readonly orders: readonly OrderedRows[];
}

const ROWS_PER_BATCH = 5_000;

/** The value that rows are ordered by, as a double: times in seconds. */
const numericValueSql = (entity: EntityType, name: string): string => {
  const table: Readonly<Record<string, Column>> = columns[entity];
  return table[name]?.kind === 'time' ? `date_part('epoch', m.${name})` : `m.${name}::float8`;
};

/** Sorts rows by their values, descending; NaN is a missing value. */
function sortRows(values: Float64Array): Pick<OrderedRows, 'rows' | 'knownCount'> {
  const rows = new Int32Array(values.length);
  const sortedRows = descendingOrder(values);
  rows.set(sortedRows);
  let nextIndex = sortedRows.length;
  for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row]!)) rows[nextIndex++] = row;
  return { rows, knownCount: sortedRows.length };
}

/** Loads everything that a list's read model is built from, in one query: the current metrics and scores, or the next ones. */
export async function loadReadModelSource(client: ClientBase, variant: Variant, from: 'current' | 'next'): Promise<ReadModelSource> {
  const tables = tablesOf(variant);
  const tableName = (table: string) => (from === 'next' ? nextTableName(table) : table);
  const [metrics, scores] = [tableName(tables.metrics), tableName(tables.scores)];
  const entity = entityOf[variant];
  const columnOrders = columnListOrders(variant);
  const columnCount = columnOrders.length;
  const scoreColumns = scoreColumnCount(entity);
  const { rows: countRows } = await client.query<{ total: number }>(`select count(*)::int total from ${metrics}`);
  const total = countRows[0]?.total ?? 0;
  const values = Array.from({ length: columnCount + scoreColumns }, () => new Float64Array(total).fill(NaN));
  const [ids, index] = [new FieldBuffer(), new InvertedIndex()];
  const query = `select m._id, array[${columnOrders.map(({ name }) => numericValueSql(entity, name)).join(', ')}], s.raw,
      t.terms || case when ${isJumpSql} then '{${JUMP_TERM}}'::text[] end
    from ${metrics} m join ${variant} t on t._id = m._id left join ${scores} s on s._id = m._id order by m._id`;
  let buffer = new Float64Array(columnCount + scoreColumns);
  let rowIndex = 0;
  for await (const batch of copyOut(client, query, ROWS_PER_BATCH)) {
    const reader = new RowReader(batch.bytes);
    for (; !reader.isAtEnd; rowIndex++) {
      reader.beginRow();
      ids.append(reader.readField());
      for (const firstColumn of [0, columnCount]) {
        const { values: arrayValues, length } = reader.readNumberArray(buffer);
        buffer = arrayValues;
        for (let valueIndex = 0; valueIndex < length; valueIndex++) values[firstColumn + valueIndex]![rowIndex] = arrayValues[valueIndex]!;
      }
      index.addRow(reader);
    }
  }
  if (rowIndex !== total) throw new Error(`${variant}: ${total} rows of metrics, but ${rowIndex} of them have a text`);
  const orders = [...columnOrders, ...momentumListOrders(variant)].map((order, valueIndex) => {
    const orderedRows = { order, ...sortRows(values[valueIndex]!) };
    // Twenty such columns of a million rows take a sixth of a gigabyte: free each as soon as it is sorted.
    values[valueIndex] = NO_VALUES;
    return orderedRows;
  });
  return { rowCount: rowIndex, ids, index, orders };
}

const NO_VALUES = new Float64Array(0);
