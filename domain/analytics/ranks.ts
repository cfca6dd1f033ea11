const DIGITS = 1 << 16;

/** Up to so many values are compared sooner than the counts of all digits are gone through. */
const FEW = 2_000;

/** Where the places of each digit begin; one for all sorts, so that they make no garbage. */
const starts = new Uint32Array(DIGITS + 1);

/** Four digits of each of the values at these places, lowest first, so that ascending digits are descending values. */
function descendingDigits(values: Float64Array, places: Uint32Array): Uint16Array[] {
  const plain = new Float64Array(places.length);
  for (let place = 0; place < places.length; place++) plain[place] = values[places[place]!]! + 0; // -0 becomes 0: they are equal
  const words = new Uint32Array(plain.buffer);
  const isLittle = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
  const digits = [0, 1, 2, 3].map(() => new Uint16Array(places.length));
  for (let place = 0; place < places.length; place++) {
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
  return digits;
}

/** The order of so many things by their digits, those of equal digits in the order they come in. */
function byDigits(digits: readonly Uint16Array[], count: number): Uint32Array {
  let [order, next] = [new Uint32Array(count), new Uint32Array(count)];
  for (let place = 0; place < count; place++) order[place] = place;
  for (const digit of digits) {
    starts.fill(0);
    for (let place = 0; place < count; place++) starts[digit[place]! + 1]!++;
    // All the same, as the low digits of whole numbers are: nothing moves.
    if (starts[digit[0]! + 1] === count) continue;
    for (let value = 0; value < DIGITS; value++) starts[value + 1]! += starts[value]!;
    for (const place of order) next[starts[digit[place]!]!++] = place;
    [order, next] = [next, order];
  }
  return order;
}

/**
 * The places of the values, the largest first; equal values keep the order they are given in (that of their ids), NaN has no place.
 * A radix sort: a million values take a tenth of a second.
 */
export function descending(values: Float64Array): Uint32Array {
  const known = new Uint32Array(values.length);
  let count = 0;
  for (let place = 0; place < values.length; place++) if (!Number.isNaN(values[place]!)) known[count++] = place;
  const places = known.subarray(0, count);
  if (count <= FEW) return places.sort((one, other) => values[other]! - values[one]! || one - other);
  const order = byDigits(descendingDigits(values, places), count);
  for (let place = 0; place < count; place++) order[place] = places[order[place]!]!;
  return order;
}

/** The rank of each value from 1, the largest first (see `descending`); NaN has none: 0. */
export function ranksOf(values: Float64Array): Int32Array {
  const ranks = new Int32Array(values.length);
  const order = descending(values);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank]!] = rank + 1;
  return ranks;
}
