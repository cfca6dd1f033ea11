import { descendingOrder } from '#domain/analytics/growth/ranks';

/** The rows of a list, sorted by one order. */
export interface RowOrder {
  /** Row indexes by rank: the largest value first, ties in row order, rows without a value last. */
  readonly rows: Int32Array;
  /** The number of rows with a value. */
  readonly knownCount: number;
}

/** Sorts rows by their values, descending; NaN is a missing value. */
export function orderRows(values: Float64Array): RowOrder {
  const rows = new Int32Array(values.length);
  const sortedRows = descendingOrder(values);
  rows.set(sortedRows);
  let nextIndex = sortedRows.length;
  for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row]!)) rows[nextIndex++] = row;
  return { rows, knownCount: sortedRows.length };
}
