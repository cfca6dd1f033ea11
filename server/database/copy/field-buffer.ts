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
    if (to + OVERRUN_BYTES > this.bytes.length) this.bytes = copyInto(this.bytes, new Uint8Array(to * 2));
    if (this.count + 2 > this.offsets.length) this.offsets = copyInto(this.offsets, new Int32Array(this.offsets.length * 2));
    this.bytes.set(field, from);
    this.offsets[++this.count] = to;
  }

  fieldAt(index: number): Uint8Array {
    return this.bytes.subarray(this.offsets[index], this.offsets[index + 1]);
  }
}

/** Copies a typed array into a longer one. */
export function copyInto<T extends Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer>>(source: T, target: T): T {
  target.set(source);
  return target;
}
