const DIGITS = 1 << 16;

/** Four digits of each value, lowest first, so that ascending digits are descending values; NaN is left out. */
function descendingDigits(values: Float64Array): { digits: Uint16Array[]; order: Uint32Array<ArrayBuffer> } {
  const order = new Uint32Array(values.length);
  let known = 0;
  const plain = new Float64Array(values.length);
  for (let place = 0; place < values.length; place++) {
    const value = values[place]!;
    if (!Number.isNaN(value)) order[known++] = place;
    plain[place] = value + 0; // -0 becomes 0: they are equal
  }
  const words = new Uint32Array(plain.buffer);
  const isLittle = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
  const digits = [0, 1, 2, 3].map(() => new Uint16Array(values.length));
  for (let place = 0; place < values.length; place++) {
    const high = words[2 * place + (isLittle ? 1 : 0)]!;
    const low = words[2 * place + (isLittle ? 0 : 1)]!;
    // A negative double ascends as its bits descend: as they are they sort descending, the others turned over.
    const isNegative = high >>> 31 === 1;
    const upper = isNegative ? high : ~high & 0x7fffffff;
    const lower = isNegative ? low : ~low;
    digits[0]![place] = lower & 0xffff;
    digits[1]![place] = lower >>> 16;
    digits[2]![place] = upper & 0xffff;
    digits[3]![place] = upper >>> 16;
  }
  return { digits, order: order.subarray(0, known) };
}

/**
 * The place of each value from 1 when the largest comes first; equal values keep the order they are given in (that of their ids),
 * NaN has no place: 0. A radix sort: a million values take a tenth of a second.
 */
export function ranksOf(values: Float64Array): Int32Array {
  const sorted = descendingDigits(values);
  let { order } = sorted;
  let spare = new Uint32Array(order.length);
  for (const digits of sorted.digits) {
    const starts = new Uint32Array(DIGITS + 1);
    for (const place of order) starts[digits[place]! + 1]!++;
    for (let digit = 0; digit < DIGITS; digit++) starts[digit + 1]! += starts[digit]!;
    for (const place of order) spare[starts[digits[place]!]!++] = place;
    [order, spare] = [spare, order];
  }
  const ranks = new Int32Array(values.length);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank]!] = rank + 1;
  return ranks;
}
