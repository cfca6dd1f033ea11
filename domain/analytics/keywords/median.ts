/** The median of numbers that are sorted in either direction; null of none. */
export function medianOfSorted(sorted: ArrayLike<number>): number | null {
  const { length } = sorted;
  if (length === 0) return null;
  const middle = length >> 1;
  return length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The median of numbers in any order; null of none. */
export const medianOf = (numbers: readonly number[]): number | null => medianOfSorted(numbers.toSorted((a, b) => a - b));
