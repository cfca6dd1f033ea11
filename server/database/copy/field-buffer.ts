/** `RowWriter` copies four bytes at a time and may write this many bytes beyond the end. */
export const OVERRUN_BYTES = 3;

/** The values of one field of many rows in one buffer; `offsets` has the start of each, and the end of the last. */
export class FieldBuffer {
  bytes = new Uint8Array(1 << 16);
  offsets = new Int32Array(1 << 12);
  count = 0;

  append(field: Uint8Array): void {
    const from = this.offsets[this.count]!;
    const to = from + field.length;
    if (to + OVERRUN_BYTES > this.bytes.length) this.bytes = grownTo(this.bytes, to * 2);
    if (this.count + 2 > this.offsets.length) this.offsets = grownTo(this.offsets, this.offsets.length * 2);
    this.bytes.set(field, from);
    this.offsets[++this.count] = to;
  }

  fieldAt(index: number): Uint8Array {
    return this.bytes.subarray(this.offsets[index], this.offsets[index + 1]);
  }
}

/** A longer array with the same values. The one that it was has no values any more. */
export function grownTo<T extends Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer>>(array: T, length: number): T {
  const OfBuffer = array.constructor as new (buffer: ArrayBuffer) => T;
  return new OfBuffer(array.buffer.transfer(length * array.BYTES_PER_ELEMENT));
}

/** Frees the memory of an array at once. Threads that make few objects seldom collect their garbage, and large arrays would pile up. */
export const free = ({ buffer }: { readonly buffer: ArrayBuffer }): void => void buffer.transfer(0);
