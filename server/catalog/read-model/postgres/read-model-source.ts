import type { ClientBase } from 'pg';
import { entityOf, type Variant } from '#domain/catalog/variants';
import { scoreColumnCount } from '#domain/analytics/growth/scores';
import { type RowOrder, orderRows } from '#server/catalog/read-model/row-order';
import { orderColumnsOf, type ListOrder, momentumListOrders, ordersWithPostings } from '#server/database/catalog-tables';
import { InvertedIndex } from '#server/catalog/read-model/inverted-index';
import { copyOut } from '#server/database/copy/binary-copy';
import { FieldBuffer, RowReader } from '#server/database/copy/binary-format';

/** What lists are made from: the metrics and scores that are shown, or the next ones. */
export interface SourceTables {
  readonly metrics: string;
  readonly scores: string;
}

/** The rows of a list in one of its orders. */
export interface OrderedRows extends RowOrder {
  readonly order: ListOrder;
}

/** The rows of a list, numbered in order of `_id`. */
export interface ReadModelSource {
  readonly rowCount: number;
  readonly ids: FieldBuffer;
  readonly index: InvertedIndex;
  /** Every order of the list. */
  readonly orders: readonly OrderedRows[];
}

const ROWS_PER_BATCH = 5_000;

const timestampColumns = new Set(['created_at', 'board_order_modified_at']);
const numericValueSql = (column: string): string =>
  timestampColumns.has(column) ? `date_part('epoch', m.${column})` : `m.${column}::float8`;

/** Reads everything that the lists of a variant are made of, once. */
export async function loadReadModelSource(
  client: ClientBase,
  variant: Variant,
  { metrics, scores }: SourceTables,
): Promise<ReadModelSource> {
  const columns = orderColumnsOf(variant);
  const scoreColumns = scoreColumnCount(entityOf[variant]);
  const { rows: countRows } = await client.query<{ total: number }>(`select count(*)::int total from ${metrics}`);
  const total = countRows[0]?.total ?? 0;
  const values = Array.from({ length: columns.length + scoreColumns }, () => new Float64Array(total).fill(NaN));
  const [ids, index] = [new FieldBuffer(), new InvertedIndex()];
  const query = `select m._id, array[${columns.map(numericValueSql).join(', ')}], s.raw, t.terms
    from ${metrics} m join ${variant} t on t._id = m._id left join ${scores} s on s._id = m._id order by m._id`;
  let buffer = new Float64Array(columns.length + scoreColumns);
  let rowIndex = 0;
  for await (const batch of copyOut(client, query, ROWS_PER_BATCH)) {
    const reader = new RowReader(batch.bytes);
    for (; !reader.isAtEnd; rowIndex++) {
      reader.beginRow();
      ids.append(reader.readField());
      for (const firstColumn of [0, columns.length]) {
        const { values: arrayValues, length } = reader.readNumberArray(buffer);
        buffer = arrayValues;
        for (let valueIndex = 0; valueIndex < length; valueIndex++) values[firstColumn + valueIndex]![rowIndex] = arrayValues[valueIndex]!;
      }
      index.addRow(reader);
    }
  }
  if (rowIndex !== total) throw new Error(`${variant}: ${total} rows of metrics, but ${rowIndex} of them have a text`);
  const orders = ordersWithValueIndex(variant).map(({ order, valueIndex }) => {
    const orderedRows = { order, ...orderRows(values[valueIndex]!) };
    // Twenty such columns are a sixth of a gigabyte in a million rows.
    values[valueIndex] = NO_VALUES;
    return orderedRows;
  });
  return { rowCount: rowIndex, ids, index, orders };
}

const NO_VALUES = new Float64Array(0);

/** Where the values of each order stand: those of `columnsOf`, then the slots of momentum. */
const ordersWithValueIndex = (variant: Variant) => {
  const columnCount = orderColumnsOf(variant).length;
  const withPostings = ordersWithPostings(variant);
  const allOrders = [...withPostings, ...momentumListOrders(variant).filter((order) => order.postingColumn === null)];
  return allOrders.map((order) => ({
    order,
    valueIndex: order.scoreColumn === null ? order.orderKey - 1 : columnCount + order.scoreColumn,
  }));
};
