import { ranksOf } from '#domain/analytics/ranks';

/** The rows of a list in one order. */
export interface RowOrder {
  /** Rows by their place: the largest value first, equal ones in their own order, those without a value after all others. */
  readonly rows: Int32Array;
  /** How many have a value. */
  readonly known: number;
}

/** Orders rows by their values; NaN is "no value". */
export function rowOrder(values: Float64Array): RowOrder {
  const ranks = ranksOf(values);
  const rows = new Int32Array(values.length);
  let known = 0;
  for (const rank of ranks) if (rank > 0) known++;
  let last = known;
  for (let row = 0; row < ranks.length; row++) {
    const rank = ranks[row]!;
    rows[rank > 0 ? rank - 1 : last++] = row;
  }
  return { rows, known };
}
