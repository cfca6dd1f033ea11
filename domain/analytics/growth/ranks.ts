const RADIX = 1 << 16;

/** Up to this number of values a comparison sort beats the radix sort. */
const MAX_COMPARISON_SORT_VALUES = 2_000;

/** The first index of each digit's bucket; reused by every sort. */
const bucketStarts = new Uint32Array(RADIX + 1);

/** What sorting needs besides the values. Reused: a list has two dozen orders, and each would leave 28 bytes per row as garbage. */
const newBuffers = (capacity: number) => ({
  indexes: new Uint32Array(capacity),
  known: new Float64Array(capacity),
  digits: [0, 1, 2, 3].map(() => new Uint16Array(capacity)),
  orders: [new Uint32Array(capacity), new Uint32Array(capacity)] as const,
});
type SortBuffers = ReturnType<typeof newBuffers>;

let buffers = newBuffers(0);

/** Splits the first `count` known values into four digits each, lowest first, such that ascending digits are descending values. */
function splitIntoDigits({ known, digits }: SortBuffers, count: number): void {
  const words = new Uint32Array(known.buffer);
  const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
  for (let index = 0; index < count; index++) {
    const high = words[2 * index + (isLittleEndian ? 1 : 0)]!;
    const low = words[2 * index + (isLittleEndian ? 0 : 1)]!;
    // The bits of negative doubles ascend as the values descend; those of the others are inverted.
    const isNegative = high >>> 31 === 1;
    const upper = isNegative ? high : ~high & 0x7fffffff;
    const lower = isNegative ? low : ~low;
    digits[0]![index] = lower & 0xffff;
    digits[1]![index] = lower >>> 16;
    digits[2]![index] = upper & 0xffff;
    digits[3]![index] = upper >>> 16;
  }
}

/** Sorts the first `count` known values by their digits; the sort is stable. Returns one of `orders`. */
function radixOrder({ digits, orders }: SortBuffers, count: number): Uint32Array {
  let [order, next] = orders;
  for (let index = 0; index < count; index++) order[index] = index;
  for (const digit of digits) {
    bucketStarts.fill(0);
    for (let index = 0; index < count; index++) bucketStarts[digit[index]! + 1]! += 1;
    // Skips a digit that is the same everywhere, like the low digits of whole numbers.
    if (bucketStarts[digit[0]! + 1] === count) continue;
    for (let value = 0; value < RADIX; value++) bucketStarts[value + 1]! += bucketStarts[value]!;
    for (let place = 0; place < count; place++) {
      const index = order[place]!;
      const bucket = digit[index]!;
      next[bucketStarts[bucket]!] = index;
      bucketStarts[bucket]! += 1;
    }
    [order, next] = [next, order];
  }
  return order;
}

/**
 * The indexes of the values, largest first, until the next call. Equal values keep their order (that of their ids), and NaN is left out. A
 * radix sort: a million values take a tenth of a second.
 */
export function descendingOrder(values: Float64Array): Uint32Array {
  if (buffers.known.length < values.length) buffers = newBuffers(values.length);
  const { indexes, known } = buffers;
  let count = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    if (Number.isNaN(value)) continue;
    indexes[count] = index;
    known[count++] = value + 0; // -0 becomes 0: they are equal
  }
  if (count <= MAX_COMPARISON_SORT_VALUES) return indexes.subarray(0, count).sort((a, b) => values[b]! - values[a]! || a - b);
  splitIntoDigits(buffers, count);
  const order = radixOrder(buffers, count);
  for (let place = 0; place < count; place++) order[place] = indexes[order[place]!]!;
  return order.subarray(0, count);
}

/** The rank of each value, from 1 for the largest (see `descendingOrder`); 0 for NaN. */
export function ranksOf(values: Float64Array): Int32Array<ArrayBuffer> {
  const ranks = new Int32Array(values.length);
  const order = descendingOrder(values);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank]!] = rank + 1;
  return ranks;
}
