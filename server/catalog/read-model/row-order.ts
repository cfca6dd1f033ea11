import { descendingOrder } from '#domain/analytics/growth/ranks';

/** The rows of a list in one order. */
export interface RowOrder {
  /** Rows by their place: the largest value first, equal ones in their own order, those without a value after all others. */
  readonly rows: Int32Array;
  /** How many have a value. */
  readonly knownCount: number;
}

/** Orders rows by their values; NaN is "no value". */
export function orderRows(values: Float64Array): RowOrder {
  const rows = new Int32Array(values.length);
  const sortedRows = descendingOrder(values);
  rows.set(sortedRows);
  let nextIndex = sortedRows.length;
  for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row]!)) rows[nextIndex++] = row;
  return { rows, knownCount: sortedRows.length };
}
