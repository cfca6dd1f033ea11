import { FLOAT4_OID } from '#server/database/copy/row-writer';

/** Reads a batch of rows field by field. */
export class RowReader {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  offset = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Moves to the first field of the next row; returns false at the end. */
  nextRow(): boolean {
    if (this.offset >= this.bytes.length) return false;
    this.offset += 2;
    return true;
  }

  /** Returns the bytes of the next fields, including their lengths. */
  readFields(count: number): Uint8Array<ArrayBuffer> {
    const from = this.offset;
    for (let field = 0; field < count; field++) this.offset += 4 + Math.max(0, this.#view.getInt32(this.offset));
    return this.bytes.subarray(from, this.offset);
  }

  /** Visits each text of an array as a range of bytes; nulls are left out. */
  readTextArray(visit: (bytes: Uint8Array, from: number, to: number) => void): void {
    const view = this.#view;
    const size = view.getInt32(this.offset);
    const end = this.offset + 4 + Math.max(0, size);
    const length = size < 0 || view.getInt32(this.offset + 4) === 0 ? 0 : view.getInt32(this.offset + 16);
    let position = this.offset + 24;
    for (let element = 0; element < length; element++) {
      const start = position + 4;
      const bytes = view.getInt32(position);
      position = start + Math.max(0, bytes);
      if (bytes >= 0) visit(this.bytes, start, position);
    }
    this.offset = end;
  }

  /** Reads an array of integers, reals, or doubles into `buffer`, or into a larger one; null is NaN. The length of a null array is 0. */
  readNumberArray(buffer: Float64Array<ArrayBuffer>): { values: Float64Array<ArrayBuffer>; length: number } {
    const view = this.#view;
    if (view.getInt32(this.offset) < 0) {
      this.offset += 4;
      return { values: buffer, length: 0 };
    }
    const end = this.offset + 4 + view.getInt32(this.offset);
    const length = view.getInt32(this.offset + 4) === 0 ? 0 : view.getInt32(this.offset + 16);
    const isReal = view.getInt32(this.offset + 12) === FLOAT4_OID;
    const values = buffer.length < length ? new Float64Array(length * 2) : buffer;
    let offset = this.offset + 24;
    for (let element = 0; element < length; element++) {
      const size = view.getInt32(offset);
      offset += 4;
      if (size === 4) values[element] = isReal ? view.getFloat32(offset) : view.getInt32(offset);
      else values[element] = size === 8 ? view.getFloat64(offset) : NaN;
      if (size > 0) offset += size;
    }
    this.offset = end;
    return { values, length };
  }
}
