import { type FieldBuffer, OVERRUN_BYTES } from '#server/database/copy/field-buffer';

export const INT2_OID = 21;
export const INT4_OID = 23;
const TEXT_OID = 25;
export const FLOAT4_OID = 700;
export const FLOAT8_OID = 701;

/** Complete rows of a binary COPY. */
export interface Rows {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

/** The size of a buffer of rows at first. */
export const INITIAL_BUFFER_BYTES = 64 * 1024;

/** Writes rows in binary COPY format; `takeRows` returns them and starts over. */
export class RowWriter {
  #bytes = new Uint8Array(INITIAL_BUFFER_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  #count = 0;

  get length(): number {
    return this.#length;
  }

  beginRow(fieldCount: number): void {
    this.#ensureCapacity(2);
    this.#view.setInt16(this.#length, fieldCount);
    this.#length += 2;
    this.#count++;
  }

  /** Writes fields that a reader returned, including their lengths. */
  writeFields(fields: Uint8Array): void {
    this.#ensureCapacity(fields.length);
    this.#bytes.set(fields, this.#length);
    this.#length += fields.length;
  }

  /** Writes a BYTEA, or the bytes of a TEXT. */
  writeBytes(bytes: Uint8Array): void {
    this.#ensureCapacity(4 + bytes.length);
    this.#view.setInt32(this.#length, bytes.length);
    this.#bytes.set(bytes, this.#length + 4);
    this.#length += 4 + bytes.length;
  }

  /** Writes an array of a numeric type; NaN becomes null. */
  writeNumberArray(typeOid: number, values: ArrayLike<number>): void {
    const { length } = values;
    this.#ensureCapacity(24 + length * 12);
    const start = this.#length;
    let nulls = 0;
    this.#length += 24;
    for (let element = 0; element < length; element++) {
      const value = values[element]!;
      if (Number.isNaN(value)) nulls = 1;
      this.#appendNumber(typeOid, value);
    }
    this.#writeArrayHeader(start, typeOid, this.#length - start - 4, length, nulls);
  }

  /** Writes a number; NaN becomes null. */
  writeNumber(typeOid: number, value: number): void {
    this.#ensureCapacity(12);
    this.#appendNumber(typeOid, value);
  }

  #appendNumber(typeOid: number, value: number): void {
    const [view, start] = [this.#view, this.#length];
    const size = Number.isNaN(value) ? -1 : typeOid === FLOAT8_OID ? 8 : typeOid === INT2_OID ? 2 : 4;
    view.setInt32(start, size);
    this.#length += 4 + Math.max(0, size);
    if (size < 0) return;
    if (typeOid === FLOAT8_OID) view.setFloat64(start + 4, value);
    else if (typeOid === FLOAT4_OID) view.setFloat32(start + 4, value);
    else if (typeOid === INT2_OID) view.setInt16(start + 4, value);
    else view.setInt32(start + 4, value);
  }

  /** Writes an array of texts: the values of `fieldBuffer` at these indexes. */
  writeTextArray(fieldBuffer: FieldBuffer, indexes: Int32Array): void {
    const { bytes, offsets } = fieldBuffer;
    let size = 0;
    for (const index of indexes) size += offsets[index + 1]! - offsets[index]!;
    this.#ensureCapacity(24 + size + OVERRUN_BYTES);
    this.#writeArrayHeader(this.#length, TEXT_OID, 20 + size, indexes.length);
    const [view, source] = [this.#view, new DataView(bytes.buffer)];
    let start = this.#length + 24;
    for (const index of indexes) {
      const end = offsets[index + 1]!;
      let to = start;
      for (let from = offsets[index]!; from < end; from += 4, to += 4) view.setInt32(to, source.getInt32(from));
      start += end - offsets[index]!;
    }
    this.#length = start;
  }

  #writeArrayHeader(start: number, typeOid: number, size: number, length: number, nulls = 0): void {
    const view = this.#view;
    view.setInt32(start, size);
    view.setInt32(start + 4, 1);
    view.setInt32(start + 8, nulls);
    view.setInt32(start + 12, typeOid);
    view.setInt32(start + 16, length);
    view.setInt32(start + 20, 1);
  }

  takeRows(): Rows {
    const rows = { bytes: this.#bytes.slice(0, this.#length), count: this.#count };
    this.#length = 0;
    this.#count = 0;
    return rows;
  }

  #ensureCapacity(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#length + size) * 2);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

const CHUNK_BYTES = 256 * 1024;

/** Yields `count` rows, which `writeRow` writes by their index, in chunks. */
export function* rowChunks(writer: RowWriter, count: number, writeRow: (index: number) => void): Generator<Rows> {
  for (let index = 0; index < count; index++) {
    writeRow(index);
    if (writer.length > CHUNK_BYTES) yield writer.takeRows();
  }
  yield writer.takeRows();
}
