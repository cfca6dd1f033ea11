import { descending } from '#domain/analytics/ranks';

/** The rows of a list in one order. */
export interface RowOrder {
  /** Rows by their place: the largest value first, equal ones in their own order, those without a value after all others. */
  readonly rows: Int32Array;
  /** How many have a value. */
  readonly known: number;
}

/** Orders rows by their values; NaN is "no value". */
export function rowOrder(values: Float64Array): RowOrder {
  const rows = new Int32Array(values.length);
  const found = descending(values);
  rows.set(found);
  let last = found.length;
  for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row]!)) rows[last++] = row;
  return { rows, known: found.length };
}
