/** Integers from 0 to 2^31 - 1 in as few bytes as each needs: seven bits per byte, the lowest first, with a high bit if more follow (LEB128). */

const MAX_VARINT_BYTES = 5;
const HIGH_BIT = 0x80;

function encode(numbers: Int32Array, asGaps: boolean): Uint8Array {
  const bytes = new Uint8Array(numbers.length * MAX_VARINT_BYTES);
  let [length, before] = [0, 0];
  for (const number of numbers) {
    let rest = number - before;
    for (; rest >= HIGH_BIT; rest >>>= 7) bytes[length++] = (rest & 0x7f) | HIGH_BIT;
    bytes[length++] = rest;
    if (asGaps) before = number;
  }
  return bytes.subarray(0, length);
}

function decode(bytes: Uint8Array, count: number, asGaps: boolean): Int32Array {
  const numbers = new Int32Array(count);
  let [index, number, shift, before] = [0, 0, 0, 0];
  for (let offset = 0; offset < bytes.length; offset++) {
    const byte = bytes[offset]!;
    number |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte >= HIGH_BIT) continue;
    numbers[index++] = before + number;
    if (asGaps) before += number;
    number = shift = 0;
  }
  return numbers;
}

/** Returns the bytes of numbers in any order. */
export const encodeNumbers = (numbers: Int32Array): Uint8Array => encode(numbers, false);

/** Returns the numbers of `encodeNumbers`. */
export const decodeNumbers = (bytes: Uint8Array, count: number): Int32Array => decode(bytes, count, false);

/** Returns the bytes of ascending numbers: the difference of each to the one before it. */
export const encodeAscending = (numbers: Int32Array): Uint8Array => encode(numbers, true);

/** Returns the numbers of `encodeAscending`. */
export const decodeAscending = (bytes: Uint8Array, count: number): Int32Array => decode(bytes, count, true);
